{{- define "bayou.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 53 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "bayou.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "bayou.labels" -}}
{{ include "bayou.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "bayou.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ default (include "bayou.name" .) .Values.serviceAccount.name }}{{ else }}{{ default "default" .Values.serviceAccount.name }}{{ end -}}
{{- end -}}

{{- /* What the chart itself decides; these override settings of the same name. */ -}}
{{- define "bayou.settings" -}}
{{- $name := include "bayou.name" . -}}
{{- $hosts := concat (list $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace)) .Values.service.allowedHosts -}}
{{- $own := dict "http.host" "0.0.0.0" "http.port" .Values.service.port "http.metrics.port" .Values.service.metricsPort "http.allowed.hosts" (join "," $hosts) "state.dir" "/var/lib/bayou/state" -}}
{{- if .Values.tls.secret -}}
{{- $own = merge $own (dict "http.tls.certificate" "/etc/bayou/tls/tls.crt" "http.tls.key" "/etc/bayou/tls/tls.key") -}}
{{- end -}}
{{- range $key, $value := merge $own .Values.settings }}
{{ $key }}={{ $value }}
{{- end }}
{{- end -}}

{{- define "bayou.pod" -}}
metadata:
  labels:
    {{- include "bayou.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  annotations:
    checksum/settings: {{ include "bayou.settings" . | sha256sum }}
    {{- with .Values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  serviceAccountName: {{ include "bayou.serviceAccount" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: {type: RuntimeDefault}
  topologySpreadConstraints:
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "bayou.selector" $ | nindent 10 }}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: bayou
      image: "{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [run, --config, /etc/bayou/settings/bayou.properties]
      env:
        - name: JAVA_OPTS
          value: {{ .Values.javaOptions | quote }}
        {{- /* 0.0.0.0 is where each pod reaches itself, but not where others reach it. */}}
        {{- if not (hasKey .Values.settings "http.advertised.address") }}
        - name: POD_IP
          valueFrom: {fieldRef: {fieldPath: status.podIP}}
        - name: BAYOU_HTTP_ADVERTISED_ADDRESS
          value: "$(POD_IP):{{ .Values.service.port }}"
        {{- end }}
        {{- range $setting, $from := .Values.secrets }}
        - name: {{ printf "BAYOU_%s" ($setting | upper | replace "_" "__" | replace "-" "___" | replace "." "_") }}
          valueFrom:
            secretKeyRef: {name: {{ $from.secret }}, key: {{ $from.key }}}
        {{- end }}
      ports:
        - {name: http, containerPort: {{ .Values.service.port }}}
        - {name: metrics, containerPort: {{ .Values.service.metricsPort }}}
      # A start waits for Kafka for a minute, then restores the models.
      startupProbe:
        httpGet: {path: /health, port: metrics}
        periodSeconds: 5
        failureThreshold: 60
      livenessProbe:
        httpGet: {path: /health, port: metrics}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: {path: /ready, port: metrics}
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      resources: {{- toYaml .Values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      volumeMounts:
        - {name: settings, mountPath: /etc/bayou/settings, readOnly: true}
        - {name: state, mountPath: /var/lib/bayou/state}
        - {name: tmp, mountPath: /tmp}
        {{- if .Values.tls.secret }}
        - {name: tls, mountPath: /etc/bayou/tls, readOnly: true}
        {{- end }}
        {{- range .Values.files }}
        - {name: {{ .name }}, mountPath: {{ .mountPath }}, readOnly: true}
        {{- end }}
  volumes:
    - name: settings
      configMap: {name: {{ include "bayou.name" . }}}
    - name: tmp
      emptyDir: {}
    {{- if not .Values.persistence.enabled }}
    - name: state
      emptyDir: {}
    {{- end }}
    {{- if .Values.tls.secret }}
    - name: tls
      secret: {secretName: {{ .Values.tls.secret }}}
    {{- end }}
    {{- range .Values.files }}
    - name: {{ .name }}
      {{- if .secret }}
      secret: {secretName: {{ .secret }}}
      {{- else }}
      configMap: {name: {{ .configMap }}}
      {{- end }}
    {{- end }}
{{- end -}}
