{{/* Short enough for "-migrate" and what Kubernetes adds to the names of pods. */}}
{{- define "posthorn.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 45 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 45 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "posthorn.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "posthorn.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{/* Of (dict "root" $ "role" "api"): what never changes, for selectors. */}}
{{- define "posthorn.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "posthorn.labels" -}}
{{ include "posthorn.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "posthorn.image" -}}
{{- $repository := required "image.repository must be set: build the image with the Dockerfile and push it to a registry of yours." .Values.image.repository -}}
{{ printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end -}}

{{/* The same for all roles. The port for returned mail is for the API, too: it shows messages as they leave, with the address to unsubscribe
by mail. `toJson` because a large number as text would be 1e+06. */}}
{{- define "posthorn.env" -}}
- name: POSTHORN_DATA_DIR
  value: /data
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.database.secret | quote }}, key: {{ .Values.database.key | quote }} } }
- name: POSTHORN_ENCRYPTION_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.encryptionKey.secret | quote }}, key: {{ .Values.encryptionKey.key | quote }} } }
{{- if .Values.inbound.enabled }}
- name: POSTHORN_INBOUND_SMTP_PORT
  value: {{ .Values.inbound.containerPort | toString | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- range $name, $from := .Values.secretSettings }}
{{- if hasKey $.Values.settings $name }}{{ fail (printf "%s stands in settings and in secretSettings: only one of them may have it." $name) }}{{ end }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $from.secret | quote }}, key: {{ $from.key | quote }} } }
{{- end }}
{{- end -}}

{{/* What the pods of all roles share; of (dict "root" $ "role" "api" "values" .Values.api). With service links, the environment would have
variables such as POSTHORN_INBOUND_PORT, which are no settings, and the start would be refused. */}}
{{- define "posthorn.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    emptyDir: {}
  {{- with .root.Values.volumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* What their containers share. */}}
{{- define "posthorn.container" -}}
name: {{ .role }}
image: {{ include "posthorn.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
resources: {{ toYaml .values.resources | nindent 2 }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
  {{- with .root.Values.volumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Of the port with this name. Until the database answers, a process waits up to 45 seconds. */}}
{{- define "posthorn.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}

{{/* Of (dict "root" $ "role" "api" "values" .Values.api "port" 3000). */}}
{{- define "posthorn.podMetadata" -}}
labels: {{ include "posthorn.labels" . | nindent 2 }}
{{- if or .values.podAnnotations .root.Values.prometheus.annotations }}
annotations:
  {{- with .values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- if .root.Values.prometheus.annotations }}
  prometheus.io/scrape: "true"
  prometheus.io/port: {{ .port | quote }}
  prometheus.io/path: /metrics
  {{- end }}
{{- end }}
{{- end -}}

{{/* Soft: a cluster of one node has all pods on it. */}}
{{- define "posthorn.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "posthorn.selector" . | nindent 8 }}
{{- end -}}
