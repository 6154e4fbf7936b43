{{/* Leaves room for "-migrate" and the suffixes that Kubernetes adds to pod names. */}}
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

{{/* Takes (dict "root" $ "role" "api"). Only labels that never change, for selectors. */}}
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
{{- $repository := required "image.repository must be set: build the image with the Dockerfile and push it to your registry." .Values.image.repository -}}
{{ printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end -}}

{{/* The same for all roles. The API needs the port for returned mail, too, because it shows messages with their mailto address for
unsubscribing. `toJson`, because a large number would be printed as 1e+06. */}}
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
{{- if hasKey $.Values.settings $name }}{{ fail (printf "%s is in both settings and secretSettings: remove it from one of them." $name) }}{{ end }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $from.secret | quote }}, key: {{ $from.key | quote }} } }
{{- end }}
{{- end -}}

{{/* Shared by the pods of all roles; takes (dict "root" $ "role" "api" "values" .Values.api). With service links, the environment would have
variables such as POSTHORN_INBOUND_PORT, which are unknown settings, and Posthorn would refuse to start. */}}
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

{{/* Shared by their containers. */}}
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

{{/* Takes the name of the port. At startup a process waits up to 45 seconds for the database. */}}
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

{{/* Takes (dict "root" $ "role" "api" "values" .Values.api "port" 3000). */}}
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

{{/* A soft constraint, because a cluster may have only one node. */}}
{{- define "posthorn.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "posthorn.selector" . | nindent 8 }}
{{- end -}}
