package io.bayou.build;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Map;

/** Reads objects as Kubernetes does, which has a type for each field and no others. */
final class KubernetesObjects {
  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Service", Service.class,
          "v1/ServiceAccount", ServiceAccount.class,
          "apps/v1/Deployment", Deployment.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

  /* The model would keep unknown fields, for newer versions of Kubernetes. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated member) {
                  return false;
                }
              })
          .build();

  private KubernetesObjects() {}

  /** Whether it is one of Kubernetes's own, not of an operator's. */
  static boolean isKnown(Map<String, Object> object) {
    return TYPES.containsKey(typeOf(object));
  }

  /**
   * @throws IllegalArgumentException if Kubernetes would not take it
   */
  static HasMetadata read(Map<String, Object> object) {
    return MAPPER.convertValue(object, TYPES.get(typeOf(object)));
  }

  private static String typeOf(Map<String, Object> object) {
    return object.get("apiVersion") + "/" + object.get("kind");
  }
}
