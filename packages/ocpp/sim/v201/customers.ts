// What a simulated station of 2.0.1 keeps of customers, told and deleted on request (N09, N10).
import type { Request201 } from '../../src/ocpp201.ts'
import type { Reply } from './command.ts'
import type { Station } from './station.ts'

/** The most that one part may hold. */
const PART = 512

function known(station: Station, tag: string): string {
  const { authorisation, customers } = station
  const cached = authorisation.fromCache(tag)
  const listed = authorisation.fromList(tag)
  const lines = [
    ...(cached ? [`Card ${tag} in the cache: ${cached.status}`] : []),
    ...(listed ? [`Card ${tag} on the local list: ${listed.status}`] : []),
    ...customers.of(tag),
  ]
  return lines.length === 0 ? 'Nothing is known here' : lines.join('\n')
}

/** Answers, then tells in parts; the local list is the CSMS's own and stays. */
export function customerInformation(
  station: Station,
  { requestId, report, clear, idToken, customerIdentifier, customerCertificate }: Request201<'CustomerInformation'>,
): Reply<'CustomerInformation'> {
  const named = [idToken, customerIdentifier, customerCertificate].filter(one => one !== undefined)
  if (named.length !== 1) return { answer: { status: 'Invalid' } }
  const tag = idToken?.idToken ?? ''
  const text = tag === '' ? 'Nothing is known here' : known(station, tag)
  if (clear && tag !== '') {
    station.authorisation.forget(tag)
    station.customers.forget(tag)
  }
  if (!report) return { answer: { status: 'Accepted' } }
  const after = async () => {
    for (let from = 0, seqNo = 0; from < text.length; from += PART, seqNo++)
      await station.report('NotifyCustomerInformation', {
        requestId,
        seqNo,
        generatedAt: station.iso(),
        tbc: from + PART < text.length,
        data: text.slice(from, from + PART),
      })
  }
  return { answer: { status: 'Accepted' }, after }
}
