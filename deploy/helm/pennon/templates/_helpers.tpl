{{- define "pennon.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "pennon.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "pennon.labels" -}}
{{ include "pennon.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "pennon.serviceAccount" -}}
{{- .Values.serviceAccount.existingName | default (include "pennon.name" .) -}}
{{- end -}}

{{- define "pennon.databaseSecret" -}}
{{- .Values.database.existingSecret | default (printf "%s-database" (include "pennon.name" .)) -}}
{{- end -}}

{{- define "pennon.settingsSecret" -}}
{{- .Values.settings.existingSecret | default (printf "%s-settings" (include "pennon.name" .)) -}}
{{- end -}}

{{- define "pennon.hasSettings" -}}
{{- if or .Values.settings.existingSecret .Values.settings.values }}true{{ end -}}
{{- end -}}

{{- define "pennon.check" -}}
{{- $address := or .Values.database.existingSecret .Values.database.url -}}
{{- if and .Values.database.embedded.enabled $address -}}
{{- fail "Set either database.embedded.enabled or a database address, not both." -}}
{{- end -}}
{{- if not (or .Values.database.embedded.enabled $address) -}}
{{- fail "Set database.existingSecret, database.url or database.embedded.enabled." -}}
{{- end -}}
{{- if and .Values.database.embedded.enabled (or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1)) -}}
{{- fail "The embedded database allows one process: set replicaCount to 1 and autoscaling.enabled to false." -}}
{{- end -}}
{{- end -}}
