// The actions on firmware files in their list, and the upload of a file with its progress.
import { address, CallError, call, headersFor } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import {
  deleteFirmware,
  type Firmware,
  type FirmwareUpload,
  listFirmware,
  uploadFirmware,
} from './firmware.contract.ts'
import { firmwareName } from './firmware.words.ts'

export const FIRMWARE_LIST = '/firmware'
export const firmwarePath = (f: Pick<Firmware, 'firmware_id'>): string => `${FIRMWARE_LIST}/${f.firmware_id}`

const actions = recordActions('firmware', 'Campaign')
export const addFirmware = actions.add('Add Firmware', `${FIRMWARE_LIST}/new`)
export const firmwareActions: readonly Action<Firmware>[] = [
  ...actions.open(firmwarePath),
  actions.delete({
    confirm: f => deletion(`Firmware ${firmwareName(f)}`),
    run: f => call(deleteFirmware, { params: { firmwareId: f.firmware_id } }),
    refreshes: [listFirmware],
  }),
]

type Uploading = { done: Promise<FirmwareUpload>; stop: () => void }
/** Sends the bytes of a file; `onShare` is told from 0 to 1 how much of it has gone. A fetch cannot tell that. */
export function sendFile(teamId: number, file: File, onShare: (share: number) => void): Uploading {
  const request = new XMLHttpRequest()
  const done = new Promise<FirmwareUpload>((ok, no) => {
    request.open('POST', address(uploadFirmware, { params: { teamId }, query: { name: file.name } }))
    for (const [name, value] of Object.entries(headersFor(uploadFirmware))) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = e => onShare(e.total > 0 ? e.loaded / e.total : 0)
    request.onload = () => {
      const reply = request.response as { data?: FirmwareUpload; message?: string } | null
      if (request.status < 300 && reply?.data) ok(reply.data)
      else no(new CallError(request.status, reply?.message || `HTTP error! Status: ${request.status}`))
    }
    request.onerror = () => no(new CallError(0, 'The upload broke off. Please try again.'))
    request.onabort = () => no(new CallError(0, 'The upload was stopped.'))
    request.send(file)
  })
  return { done, stop: () => request.abort() }
}
