// The form of an API key: its name, until when and from where it counts, and its rights (KEY-01).
import { call } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import SecretDialog from '#kit/secret-dialog.tsx'
import { useSession } from '#kit/session.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { AccessGrid } from '#people/roles/access-grid.parts.tsx'
import { wholeAccess } from '#people/roles/role.rules.ts'
import { TeamField } from '#people/teams/team-field.parts.tsx'
import { KEY_LIST } from './api-key.actions.ts'
import { type ApiKey, apiKeyRecord, createApiKey, getApiKey, listApiKeys, updateApiKey } from './api-key.contract.ts'
import { apiKeyFields } from './api-key.fields.ts'
import { KEEPER, servesKeys } from './api-key.words.ts'
import { type ApiKeyFormBody, type ApiKeyFormValues, ApiKeyForm as Body } from './api-key-body.contract.ts'
import { ApiPageLink, SecretUse } from './api-page-link.parts.tsx'
import { NEWEST_VERSION, servedTo, VERSION_DATES } from './api-version.words.ts'

const Input = recordInputs(apiKeyFields)
const valuesOf = (teamId: number, stored?: ApiKey): ApiKeyFormValues => ({
  teamId: stored?.teamId ?? teamId,
  ...recordValues(apiKeyFields, stored),
  addresses: stored?.addresses ?? [],
  api_version: stored ? servedTo(stored.api_version) : NEWEST_VERSION,
  access: wholeAccess(stored?.access ?? []),
})

const VERSION_OPTIONS = VERSION_DATES.map(date => ({
  value: date,
  label: date === NEWEST_VERSION ? `${date}, the newest` : date,
}))

const OFFERED = {
  isOfUse: servesKeys,
  otherwise: 'which is for people alone',
  note: 'Greyed is what you may not do yourself in this team, and what a key has no use for: signing in, users, roles, companies and keys are for people to change.',
}

type Props = { stored?: ApiKey; tag?: string | undefined; readOnly: boolean }
export function ApiKeyForm({ stored, tag, readOnly }: Props) {
  const navigate = useNavigate()
  const back = () => void navigate(KEY_LIST)
  const { teamId, teamName, role, user } = useSession()
  const [made, setMade] = useState<{ apiKey: ApiKey; secret: string }>()
  const values = useMemo(() => valuesOf(teamId, stored), [teamId, stored])
  const form = useRecordForm<ApiKeyFormValues, ApiKeyFormBody, { data: ApiKey; secret?: string }>({
    schema: Body,
    values,
    version: stored && {
      kind: apiKeyRecord,
      recordId: stored.api_key_id,
      reader: getApiKey,
      tag,
      valuesOf: k => valuesOf(teamId, k),
    },
    readOnly,
    save: ({ teamId: chosen, ...body }, sent) =>
      stored
        ? call(updateApiKey, { params: { apiKeyId: stored.api_key_id }, body }, sent)
        : call(createApiKey, { params: { teamId: chosen }, body }),
    refreshes: [listApiKeys, getApiKey, listRecordAudit],
    onSaved: ({ data, secret }) => (secret ? setMade({ apiKey: data, secret }) : back()),
  })
  const { Select, TextList } = form.fields
  const chosenTeam = useWatch({ control: form.rhf.control, name: 'teamId' })
  // Where the browser knows no role in the chosen team it goes by that in the current one; the server judges each box again.
  const held = user.role.find(r => r.teamId === chosenTeam) ?? role
  return (
    <>
      <Form form={form} label="API key" submit="Save" onCancel={back}>
        <Section
          title="API key"
          help={
            <>
              A program sends it with each call. The calls are described on the <ApiPageLink />.
              {stored && ` It reaches ${stored.team_name}, team ${stored.teamId}, and all teams below it.`}
            </>
          }
        >
          {!stored && (
            <TeamField
              name="teamId"
              teamId={teamId}
              right="Integration.create"
              now={{ teamId, name: teamName }}
              required
              keepsOne
              help="It reaches this team and all teams below it."
            />
          )}
          <Input
            name="name"
            autoComplete="off"
            help="As the program is called that uses it: the audit log shows this name."
          />
          <Input
            name="valid_until"
            help="The last day on which it counts. Left empty, it counts until it is revoked."
          />
          <Select
            name="api_version"
            label="API version"
            options={VERSION_OPTIONS}
            help="Serves calls that name no version in their header. The changes on the API page say what each version means."
          />
          <TextList
            name="addresses"
            label="Addresses allowed"
            placeholder="203.0.113.7, 203.0.113.0/24"
            help="Left empty, it counts from everywhere."
            wide
          />
        </Section>
        <Section
          title="Rights"
          help={`Each call on the API page names the right that it needs. To start or stop a session: ChargerPoint, Update. Create, Update and Delete bring View with them. At each call the key has no more than its keeper may do then: ${KEEPER}.`}
        >
          <AccessGrid name="access" held={held?.access ?? []} had={stored?.access ?? []} offered={OFFERED} />
        </Section>
      </Form>
      {made && (
        <SecretDialog
          name={made.apiKey.name}
          secret={made.secret}
          use={<SecretUse apiKey={made.apiKey} />}
          onClose={back}
        />
      )}
    </>
  )
}
