// Operators who send operations at random, by seeded chance, through the portal's API, and read the outcome of each:
// in every state of the charger, also two at once at the same charger, and at absent chargers.

import { generateKeyPairSync } from 'node:crypto'
import { algorithm, der, distinguishedName, pem, signed } from '@wattdesk/ocpp/sim/der'
import { Random } from '@wattdesk/ocpp/sim/random'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import type { TemperedCharger } from './tempers-charger.ts'

/** A root certificate that operators send to chargers: signed by itself, valid for ten years. */
function rootCertificate(): string {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = distinguishedName('Bench', 'Root')
  const year = (n: number) =>
    der(0x17, Buffer.from(`${String((new Date().getUTCFullYear() + n) % 100).padStart(2, '0')}0101000000Z`))
  const [version, serial] = [der(0xa0, der(0x02, Buffer.from([2]))), der(0x02, Buffer.from([0x11, 0x22]))]
  const key = keys.publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, version, serial, algorithm, name, der(0x30, year(-1), year(9)), name, key)
  return pem('CERTIFICATE', signed(content, keys.privateKey)).trim()
}

type Expected = object | string
export type SentOperation = {
  identity: string
  operation: string
  /** The OCPP action, and whether a message is the one that was asked for. */
  action: string
  expected: Expected
  at: number
  /** When the API had answered, and with what; a refusal leaves no task. */
  answeredAt: number
  status: number
  message: string
  taskId: string | undefined
  /** As it was first read after its end, and as it was read at the end of all. */
  first: Task | undefined
  last: Task | undefined
  /** The connector and tag of a start. */
  start: { connectorId: number; idTag: string } | undefined
}
export type Command = Pick<SentOperation, 'operation' | 'action' | 'expected'> & {
  parameters: object
  start?: SentOperation['start']
}

/** True for the requested message: equal in any order of fields, or a message that contains this text. */
export const fits = (expected: Expected, payload: object): boolean =>
  typeof expected === 'string'
    ? JSON.stringify(payload).includes(expected)
    : JSON.stringify(sorted(payload)) === JSON.stringify(sorted(expected))
const sorted = (o: object): unknown =>
  Object.entries(o)
    .map(([k, v]) => [k, typeof v === 'object' && v !== null ? sorted(v) : v])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
const certificate = rootCertificate()

export type Choices = { tags: readonly string[]; profiles: readonly number[] }
/** Makes the next command for a charger; what can be told apart bears a number of its own. */
export class Commands {
  readonly random: Random
  readonly choices: Choices
  n = 0
  readonly starts = new Map<string, string>()

  constructor(seed: number, choices: Choices) {
    this.random = new Random(seed)
    this.choices = choices
  }

  next(c: TemperedCharger, operation?: string): Command {
    const { random } = this
    const n = ++this.n
    const token = `tmp${n}x`
    const soon = new Date(Date.now() + 1000).toISOString()
    const connectorId = random.int(1, 2)
    const plain = (
      operation: string,
      parameters: object,
      expected: Expected = parameters,
      action = operation,
    ): Command => ({
      operation,
      action,
      parameters,
      expected,
    })
    const make: Record<string, () => Command> = {
      RemoteStart: () => {
        const key = `${c.sim.identity} ${connectorId}`
        const before = this.starts.get(key)
        const again = before !== undefined && random.chance(0.25)
        const idTag = again ? before : (this.choices.tags[n % this.choices.tags.length] ?? '')
        this.starts.set(key, idTag)
        const of = { connectorId, idTag }
        return { ...plain('RemoteStart', of, of, 'RemoteStartTransaction'), start: of }
      },
      RemoteStop: () => {
        const running = [1, 2].map(k => c.sim.transactionId(k)).filter(id => id !== undefined && id > 0)
        const transactionId = running.length > 0 ? random.pick(running as number[]) : 1
        return plain('RemoteStop', { transactionId }, { transactionId }, 'RemoteStopTransaction')
      },
      Reset: () => {
        const type = random.pick(['Hard', 'Soft'])
        return plain('Reset', { resetType: type.toUpperCase() }, { type })
      },
      ChangeAvailability: () => {
        const type = random.chance(0.3) ? 'Inoperative' : 'Operative'
        const of = random.int(0, 2)
        return plain(
          'ChangeAvailability',
          { connectorId: of, availabilityType: type.toUpperCase() },
          { connectorId: of, type },
        )
      },
      ChangeConfiguration: () => {
        const [key, value] = random.pick([
          ['BlinkRepeat', String(n)],
          ['LightIntensity', String(n % 101)],
          ['ResetRetries', String(n)],
          ['CpoName', token],
          ['ChargePointId', token],
          ['MaxPowerW', String(100_000 + n)],
          ['NoSuchKey', token],
          ['NumberOfConnectors', String(n)],
        ] as [string, string][])
        const parameters = { keyType: 'Custom', customConfKey: key, customConfValue: value }
        return plain('ChangeConfiguration', parameters, { key, value })
      },
      GetConfiguration: () => {
        const key = random.chance(0.5) ? [random.pick(['BlinkRepeat', 'CpoName', 'NoSuchKey'])] : undefined
        return plain('GetConfiguration', key ? { key } : {}, key ? { key } : {})
      },
      GetDiagnostics: () => plain('GetDiagnostics', { location: `https://files.example/${token}` }, token),
      UpdateFirmware: () =>
        plain('UpdateFirmware', { location: `https://files.example/${token}-1.${n}.bin`, retrieveDate: soon }, token),
      TriggerMessage: () => {
        const requestedMessage = random.pick(['Heartbeat', 'StatusNotification', 'MeterValues', 'BootNotification'])
        const ofAll = random.chance(0.5) || requestedMessage === 'Heartbeat' || requestedMessage === 'BootNotification'
        const of = ofAll ? {} : { connectorId }
        return plain(
          'TriggerMessage',
          { triggerMessage: requestedMessage, connectorId: ofAll ? 0 : connectorId },
          { requestedMessage, ...of },
        )
      },
      UnlockConnector: () => plain('UnlockConnector', { connectorId }),
      ClearCache: () => plain('ClearCache', {}),
      DataTransfer: () =>
        plain('DataTransfer', { vendorId: random.pick(['Wattdesk', 'com.other']), data: token }, token),
      GetLocalListVersion: () => plain('GetLocalListVersion', {}),
      SendLocalList: () => {
        const parameters = {
          listVersion: n,
          updateType: 'Full',
          localAuthorizationList: [{ idTag: token, idTagInfo: { status: 'Accepted' } }],
        }
        return plain('SendLocalList', parameters)
      },
      ReserveNow: () => {
        const parameters = {
          connectorId,
          expiryDate: new Date(Date.now() + 20_000 + n).toISOString(),
          idTag: token,
          reservationId: n,
        }
        return plain('ReserveNow', parameters)
      },
      CancelReservation: () => plain('CancelReservation', { reservationId: random.int(Math.max(1, n - 300), n) }),
      SetChargingProfile: () => {
        const charging_profile_pk = random.pick(this.choices.profiles)
        return plain('SetChargingProfile', { connectorId, charging_profile_pk }, `"connectorId":${connectorId}`)
      },
      ClearChargingProfile: () => plain('ClearChargingProfile', { connectorId, stackLevel: n % 9 }),
      GetCompositeSchedule: () => plain('GetCompositeSchedule', { connectorId, duration: n }),
      GetLog: () =>
        plain(
          'GetLog',
          { logType: 'DiagnosticsLog', log: { remoteLocation: `https://files.example/${token}` }, requestId: n },
          token,
        ),
      SignedUpdateFirmware: () => {
        const firmware = {
          location: `https://files.example/${token}.bin`,
          retrieveDateTime: soon,
          signingCertificate: certificate,
          signature: 'c2ln',
        }
        return plain('SignedUpdateFirmware', { requestId: n, firmware }, token)
      },
      ExtendedTriggerMessage: () =>
        plain('ExtendedTriggerMessage', { requestedMessage: 'Heartbeat' }, { requestedMessage: 'Heartbeat' }),
      CertificateSigned: () => plain('CertificateSigned', { certificateChain: certificate }),
      InstallCertificate: () =>
        plain('InstallCertificate', { certificateType: 'ManufacturerRootCertificate', certificate }),
      GetInstalledCertificateIds: () =>
        plain('GetInstalledCertificateIds', { certificateType: 'ManufacturerRootCertificate' }),
      DeleteCertificate: () => {
        const certificateHashData = {
          hashAlgorithm: 'SHA256',
          issuerNameHash: 'ab',
          issuerKeyHash: 'cd',
          serialNumber: token,
        }
        return plain('DeleteCertificate', { certificateHashData })
      },
    }
    // The nine are asked for most; a start most of all.
    const names = Object.keys(make)
    const nine = [
      'RemoteStart',
      'RemoteStop',
      'Reset',
      'ChangeAvailability',
      'ChangeConfiguration',
      'GetDiagnostics',
      'UpdateFirmware',
      'TriggerMessage',
      'UnlockConnector',
    ]
    const drawn = random.chance(c.is('never starting') ? 0.6 : 0.25)
      ? 'RemoteStart'
      : random.chance(0.4)
        ? random.pick(nine)
        : random.pick(names)
    const command = make[operation ?? drawn]?.()
    if (!command) throw new Error(`No ${operation}`)
    return command
  }
}
