{{/* Short enough that the name of a pod, which is the name of its node, has at most 60 characters. */}}
{{- define "wattdesk.name" -}}
{{- if contains "wattdesk" .Release.Name }}{{ .Release.Name | trunc 36 | trimSuffix "-" }}{{ else }}{{ printf "%s-wattdesk" (.Release.Name | trunc 27 | trimSuffix "-") }}{{ end }}
{{- end }}

{{/* What a pod is chosen by; `role` is api, ocpp or jobs. */}}
{{- define "wattdesk.selector" -}}
app.kubernetes.io/name: wattdesk
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .role }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "wattdesk.labels" -}}
{{ include "wattdesk.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "wattdesk.secret" -}}
{{ .Values.secret.existing | default (include "wattdesk.name" .) }}
{{- end }}

{{/* The claim of the shared volume; empty where a bucket has the files. */}}
{{- define "wattdesk.claim" -}}
{{- if not .Values.files.bucket }}{{ .Values.files.existingClaim | default (printf "%s-files" (include "wattdesk.name" .)) }}{{ end }}
{{- end }}
