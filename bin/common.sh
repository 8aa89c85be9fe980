# Shared by bin/bayou, bin/check and .ci/run: finds Java, chooses the build, builds when something
# changed, installs what the tests need.
# Sourced with $home set to the root of the tree; runs on bash 3.2 (macOS) and later.
# shellcheck shell=bash disable=SC2154

fail() {
  echo "bayou: $*" >&2
  exit 1
}

# Sets java and java_major, from JAVA_HOME or else from the PATH.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it; point it to a JDK 17 or later"
  else
    java=$(command -v java) || fail "no Java found; install a JDK 17 or later, or set JAVA_HOME"
    java=$(readlink -f "$java")
  fi
  java_major=$(java_version)
  case $java_major in
    '' | *[!0-9]*) fail "cannot tell the version of $java; set JAVA_HOME to a JDK 17 or later" ;;
  esac
  [ "$java_major" -ge 17 ] || fail "$java is Java $java_major, but 17 or later is needed; set JAVA_HOME to such a JDK"
}

# The major version. The file 'release' of a JDK is read because starting a JVM costs a tenth of a second.
java_version() {
  local release version
  release=$(dirname "$java")/../release
  version=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$release" 2>/dev/null) || true
  [ -n "$version" ] || version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p')
  version=${version#1.} # 1.8 is Java 8
  echo "${version%%[!0-9]*}"
}

# Java 24 and later warn about what the libraries of Kafka and Maven do with native code and memory.
quiet_flags() {
  if [ "$java_major" -ge 24 ]; then
    echo "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
  fi
}

# A command that ends soon is over before the optimizing compiler has earned anything. Whoever sets options decides alone.
quick_flags() {
  case ${1:-} in
    evaluate | classify | suggest) reads_little "$@" || return 0 ;;
    demo | tour | run | broker | search | retrain | verify | bench | chaos | flood) return ;;
  esac
  [ -n "${JAVA_OPTS:-}${BAYOU_OPTS:-}" ] || echo "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto"
}

# Whether the command line names files, and they are small: some thousand rows, and none of them compressed.
reads_little() {
  local word file total=0
  for word in "$@"; do
    file=${word#--*=}
    case $file in *.gz) return 1 ;; esac
    if [ -f "$file" ]; then total=$((total + $(wc -c <"$file"))); fi
  done
  [ "$total" -gt 0 ] && [ "$total" -le 131072 ]
}

# What the JVM itself has to say goes to standard error: standard output is the command's, and often read by programs. It has
# nothing to say about the archive, which it may leave unused.
log_flags() {
  echo "-Xlog:disable -Xlog:all=warning:stderr -Xlog:cds*=off:stderr"
}

# The archive of loaded classes if there is one, else an option without effect. A JVM that cannot use it ignores it.
archive_flag() {
  if [ -s "$archive" ]; then echo "-XX:SharedArchiveFile=$archive"; else echo "-Xshare:auto"; fi
}

# Writes $archive, with which a command starts in half the time, unless it is there and newer than the jars: once, by a
# command that needs most of the classes of the others and fails to reach a broker. An empty file says that it does not work.
archive_classes() {
  if [ -e "$archive" ] && [ ! "$install/lib" -nt "$archive" ] || [ ! -w "$install" ]; then return; fi
  local new=$archive.$$
  # shellcheck disable=SC2046
  "$java" $(quiet_flags) -XX:ArchiveClassesAtExit="$new" -cp "$install/lib/*" io.bayou.app.Main models list \
    -D kafka.bootstrap.servers=127.0.0.1:1 -D kafka.default.api.timeout.ms=100 -D kafka.request.timeout.ms=100 \
    >/dev/null 2>&1 </dev/null || true
  [ -s "$new" ] || : >"$new"
  mv -f "$new" "$archive"
}

# Sets build (maven or gradle) and output, the directory that it fills.
choose_build() {
  build=${BAYOU_BUILD:-}
  if [ -z "$build" ]; then
    if command -v mvn >/dev/null; then build=maven; else build=gradle; fi
  fi
  case $build in
    maven) output=$home/target ;;
    gradle) output=$home/build ;;
    *) fail "BAYOU_BUILD is '$build', but must be maven or gradle" ;;
  esac
  stamp=$output/bayou.stamp
}

# Makes the build use the Java that was found, which must be able to compile.
use_jdk() {
  JAVA_HOME=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  [ -x "$JAVA_HOME/bin/javac" ] || fail "there is no compiler in $JAVA_HOME; the build needs a JDK, not only a JRE"
  MAVEN_OPTS="${MAVEN_OPTS:-} $(quiet_flags)"
  export JAVA_HOME MAVEN_OPTS
}

# True when a source is newer than the last build. A deleted file shows in the time of its directory.
is_stale() {
  [ -e "$stamp" ] && [ -d "$output/install/bayou/lib" ] || return 0
  [ -n "$(find "$home/src/main" "$home/src/bench" "$home/schemas" "$home/pom.xml" "$home/.mvn" "$home/build.gradle.kts" \
    "$home/settings.gradle.kts" "$home/gradle" -newer "$stamp" -print -quit)" ]
}

# Brings $output/install/bayou/lib up to date. Of several runs at once the first builds, the others wait.
build_if_stale() {
  is_stale || return 0
  use_jdk
  mkdir -p "$output"
  (
    if command -v flock >/dev/null; then flock 9; fi
    if is_stale; then build_now; fi
  ) 9>"$output/bayou.lock"
}

build_now() {
  local log=$output/bayou-build.log reason="its sources changed"
  [ -e "$stamp" ] || reason="first use, a minute or two"
  echo "bayou: building with $build ($reason); log in $log" >&2
  start_stamp
  if ! run_build >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "the build failed; the whole log is $log"
  fi
  finish_stamp
}

run_build() {
  cd "$home" || return
  case $build in
    maven) mvn -B -ntp -Dstyle.color=never -Dmaven.test.skip=true package ;;
    gradle) ./gradlew --console=plain installDist ;;
  esac
}

# The stamp bears the time when the build began, so that an edit during the build counts as newer.
start_stamp() {
  touch "$stamp.new"
  # Classes that were generated from a schema that is gone would be compiled for ever.
  if [ -e "$stamp" ] && [ "$home/schemas" -nt "$stamp" ]; then rm -rf "$output/generated"; fi
}

finish_stamp() {
  mv "$stamp.new" "$stamp"
}

# What the tests need beyond a JDK and the build: kcat (StockToolsTest), Python (ScorersTest) and a browser (those tagged
# browser).
test_packages='kcat chromium chromium-driver fonts-dejavu-core python3'
# promtool, which checks the alert rules, is in the package of the Prometheus server. A server would start with it, so that
# bin/check takes the program alone.
promtool_package=prometheus

# The programs that tests need and that are not there.
missing_programs() {
  command -v kcat >/dev/null || echo kcat
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || echo chromium
  command -v chromedriver >/dev/null || echo chromedriver
  command -v promtool >/dev/null || echo promtool
  command -v python3 >/dev/null || echo python3
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# Installs what tests need and is not there, without asking for anything: as root, or with a sudo that needs no
# password. BAYOU_INSTALL=no leaves the machine as it is. Returns 0 if everything is there afterwards.
install_test_programs() {
  [ -n "$(missing_programs)" ] || return 0
  if [ "${BAYOU_INSTALL:-yes}" != no ] && command -v apt-get >/dev/null; then
    echo "bayou: installing what tests need:" $(missing_programs) >&2
    # shellcheck disable=SC2086 # one word for each package
    install_packages $test_packages >&2 </dev/null || true
    command -v promtool >/dev/null || install_promtool >&2 </dev/null || true
  fi
  [ -z "$(missing_programs)" ]
}

install_packages() {
  as_root apt-get install -y --no-install-recommends "$@" ||
    { as_root apt-get update && as_root apt-get install -y --no-install-recommends "$@"; }
}

install_promtool() {
  local package
  package=$(mktemp -d)
  (cd "$package" && apt-get download "$promtool_package" && dpkg-deb --extract "$promtool_package"_*.deb tree &&
    as_root install tree/usr/bin/promtool /usr/local/bin/)
  rm -rf "$package"
}

# The one command that installs what is missing.
install_advice() {
  if command -v apt-get >/dev/null; then
    echo "sudo apt-get install -y $test_packages $promtool_package"
  else
    echo "install" $(missing_programs) "with the package manager of this machine, so that they are on the PATH"
  fi
}

# The tests that were skipped, one line each, according to the reports that 'find' finds with these arguments. Surefire
# names a class that was skipped as a whole by an empty test name.
skipped_tests() {
  { find "$@" -name 'TEST-*.xml' -exec awk '
    /<testcase / {
      class = $0; sub(/.* classname="/, "", class); sub(/".*/, "", class)
      name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name)
    }
    /<skipped/ { print (name == "" || name == class) ? class : class "." name }
  ' {} + 2>/dev/null || true; } | sort -u
}
