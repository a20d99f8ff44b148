// What a search among the operations finds.

/** The operations that OCPP 2.0.1 has under another name: whoever knows its messages looks for these. */
const NAMES_201: Readonly<Record<string, string>> = {
  RemoteStart: 'RequestStartTransaction',
  RemoteStop: 'RequestStopTransaction',
  ChangeConfiguration: 'SetVariables',
  GetConfiguration: 'GetVariables',
  GetDiagnostics: 'GetLog',
  SignedUpdateFirmware: 'UpdateFirmware',
  ExtendedTriggerMessage: 'TriggerMessage',
}

type Searched = { operation: string; help: string }
/** Whether every word of a search is in a name of an operation, in one word or several, or in what is said of it. */
export function isFoundBy(q: string, { operation, help }: Searched): boolean {
  const names = [operation, NAMES_201[operation] ?? ''].join(' ')
  const text = `${names} ${names.replace(/([a-z])([A-Z])/g, '$1 $2')} ${help}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
