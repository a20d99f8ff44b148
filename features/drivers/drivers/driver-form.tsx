// The form of a driver. A new driver on one page: general, address, RFID tags (D-DRV-5); a stored driver on tabs, with
// a tab of its own for tags and for the vehicle. Typed values stay while a new RFID tag is made elsewhere (D-DRV-3).
import { RECIPIENT_TYPE_HELP } from '@wattdesk/base/business'
import { writtenNames } from '@wattdesk/base/record'
import { call } from '@wattdesk/wire/call'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { listAvailableTags } from '#control/remote-operations/remote-operation.contract.ts'
import { Form, type RecordForm, Section, useRecordForm } from '#kit/form.tsx'
import { later } from '#kit/later.ts'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { TabbedForm } from '#kit/tabbed-form.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { AddressFields } from '#office/geo/address-fields.parts.tsx'
import { LIST } from './driver.actions.ts'
import { createDriver, type Driver, driverRecord, getDriver, listDrivers, updateDriver } from './driver.contract.ts'
import { addressFields, businessFields, generalFields, recipientFields, speechFields } from './driver.fields.ts'
import { DriverBody, type DriverValues, NewDriverBody } from './driver-body.contract.ts'
import { type Draft, draftOf, dropDraft, keepDraft, newTagPath } from './driver-draft.actions.ts'
import { TagsField, useMadeTag } from './driver-tags-field.tsx'

const DriverTags = later(() => import('./driver-tags.tsx'))
const DriverVehicle = later(() => import('./driver-vehicle.tsx'))

const mainFields = { ...generalFields, ...speechFields, ...businessFields, ...recipientFields }
const Input = recordInputs(mainFields)
const unset = null as unknown as number
const valuesOf = (d?: Driver): DriverValues => ({
  ...recordValues(mainFields, d),
  address: {
    ...recordValues(addressFields, d?.address),
    lat: d?.address.lat ?? unset,
    lng: d?.address.lng ?? unset,
    country: d?.address.country ?? 'IN',
  },
})
const blank = { ...valuesOf(), ocppTagIds: [] }
const GENERAL = writtenNames(mainFields)

/** The typed fields that a draft restores. */
const PATHS = [
  ...GENERAL,
  'ocppTagIds',
  ...(['lat', 'lng', ...writtenNames(addressFields), 'country'] as const).map(p => `address.${p}` as const),
] as const
const at = (v: DriverValues, path: (typeof PATHS)[number]): unknown =>
  path.split('.').reduce<unknown>((o, key) => (o as Record<string, unknown> | undefined)?.[key], v)

/**
 * Puts a draft back into its form, as if typed now over the values that the form was filled from then: if somebody has
 * changed the driver meanwhile, the form compares as it always does. `go` leaves for the form of a new tag.
 */
function useDraft(of: number | null) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [draft] = useState(() => draftOf(of, user.id))
  const [isRestored, setRestored] = useState(draft === undefined)
  const [to, setTo] = useState<string>()
  const isKept = useRef(false)
  useEffect(() => {
    if (to !== undefined) void navigate(to)
  }, [to, navigate])
  // Saved, cancelled or left for anything but the form of a new tag.
  useEffect(
    () => () => {
      if (!isKept.current) dropDraft(of, user.id)
    },
    [of, user.id],
  )
  const restore = (form: RecordForm<DriverValues>, base: DriverValues) => {
    if (!draft || isRestored) return
    for (const path of PATHS) {
      const value = at(draft.values, path)
      if (value !== undefined && JSON.stringify(value) !== JSON.stringify(at(base, path)))
        form.rhf.setValue(path as never, value as never, { shouldDirty: true })
    }
    setRestored(true)
  }
  const go = (kept: Pick<Draft, 'tab' | 'values' | 'base'>) => {
    keepDraft({ ...kept, of, userId: user.id })
    isKept.current = true
    setTo(newTagPath(of))
  }
  return { draft, isRestored, restore, go, isLeaving: to !== undefined }
}

const General = () => (
  <Section title="General" help="Either an email or a phone number is needed, so that the driver can be reached.">
    <Input name="firstName" autoComplete="off" />
    <Input name="lastName" autoComplete="off" />
    <Input name="email" autoComplete="off" />
    <Input name="phone" type="tel" autoComplete="off" />
    <Input
      name="language"
      help="Mails, text messages and invoices come in it. Not specified: that of the driver’s browser."
    />
  </Section>
)
const Business = () => (
  <Section
    title="Business"
    help="For a driver who charges for a business: all three stand on the invoices, and tax goes by the state of the GSTIN."
  >
    <Input name="gstin" autoComplete="off" />
    <Input name="legalName" autoComplete="off" />
    <Input name="businessAddress" wide autoComplete="off" />
    <Input name="recipientType" help={RECIPIENT_TYPE_HELP} />
  </Section>
)
/** The longest texts of the address, by its parts. */
const longest = Object.fromEntries(
  writtenNames(addressFields).map(name => [name === 'zip_code' ? 'zipCode' : name, addressFields[name].setting.max]),
)
const elsewhere = { zipCode: 'address.zip_code' }
const Address = () => (
  <Section title="Address" help="Search, choose the point on the map, or type.">
    <AddressFields name="address" elsewhere={elsewhere} longest={longest} />
  </Section>
)

/** The form of a new driver. */
export function NewDriver() {
  const { teamId } = useSession()
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const draft = useDraft(null)
  const form = useRecordForm<DriverValues, NewDriverBody, unknown>({
    schema: NewDriverBody,
    values: blank,
    save: body => call(createDriver, { query: { teamId }, body }),
    refreshes: [listDrivers, listAvailableTags],
    onSaved: back,
    guard: !draft.isLeaving,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => draft.restore(form, blank), [])
  const tags = useRef<HTMLDivElement>(null)
  useMadeTag(id => {
    const chosen = form.rhf.getValues('ocppTagIds') ?? []
    form.rhf.setValue('ocppTagIds', [...new Set([...chosen, id])], { shouldDirty: true })
    tags.current?.scrollIntoView?.({ block: 'center' })
  })
  return (
    <Form form={form} label="EV driver" submit="Save" onCancel={back}>
      <General />
      <Business />
      <Address />
      <div ref={tags}>
        <Section
          title="RFID Tags"
          help="Cards that the driver charges with. A vehicle is assigned once the driver is saved."
        >
          <TagsField
            name="ocppTagIds"
            teamId={teamId}
            onNewTag={() => draft.go({ tab: 'tags', values: form.rhf.getValues(), base: null })}
          />
        </Section>
      </div>
    </Form>
  )
}

type Props = { driver: Driver; tag: string | undefined; readOnly: boolean }
/** The form of a stored driver. */
export function DriverForm({ driver, tag, readOnly }: Props) {
  const navigate = useNavigate()
  const back = () => void navigate(LIST)
  const draft = useDraft(readOnly ? -1 : driver.id)
  const from = (!draft.isRestored && draft.draft?.base) || { driver, tag }
  const values = useMemo(() => valuesOf(from.driver), [from.driver])
  const form = useRecordForm<DriverValues, DriverBody, unknown>({
    schema: DriverBody,
    values,
    version: { kind: driverRecord, recordId: driver.id, reader: getDriver, tag: from.tag, valuesOf },
    readOnly,
    save: (body, sent) => call(updateDriver, { params: { id: driver.id }, body }, sent),
    refreshes: [listDrivers, getDriver, listRecordAudit],
    onSaved: back,
    guard: !draft.isLeaving,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => draft.restore(form, values), [])
  const newTag = () => draft.go({ tab: 'tags', values: form.rhf.getValues(), base: { driver, tag } })
  return (
    <TabbedForm
      form={form}
      label="EV driver"
      submit="Save"
      onCancel={back}
      items={[
        {
          id: 'general',
          label: 'General',
          fields: GENERAL,
          panel: (
            <>
              <General />
              <Business />
            </>
          ),
        },
        { id: 'address', label: 'Address', fields: ['address'], panel: <Address /> },
        {
          id: 'tags',
          label: 'RFID Tags',
          apart: true,
          panel: <DriverTags driver={driver} readOnly={readOnly} onNewTag={newTag} />,
        },
        {
          id: 'vehicle',
          label: 'Vehicle Details',
          apart: true,
          panel: <DriverVehicle driver={driver} readOnly={readOnly} />,
        },
      ]}
    />
  )
}
