// Answers of charge points, as Task Details shows them.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/web/render.tsx'
import { TaskAnswer } from './task-answer.tsx'
import { testTask } from './test-task.tsx'

const answer = (operation: string, details: object) =>
  show(<TaskAnswer task={testTask({ operation }, { response: null, details })} />)

test('configuration is a table by key, with what can only be read and what is unknown', () => {
  answer('GetConfiguration', {
    configurationKey: [
      { key: 'NumberOfConnectors', readonly: true, value: '2' },
      { key: 'HeartbeatInterval', readonly: false, value: '300' },
      { key: 'Empty', readonly: false },
    ],
    unknownKey: ['Nope', 'Neither'],
  })
  const part = within(screen.getByRole('region', { name: 'Configuration (3 keys)' }))
  expect(part.getAllByRole('row').map(r => r.textContent)).toEqual([
    'KeyValue',
    'Empty–',
    'HeartbeatInterval300',
    'NumberOfConnectorsRead only2',
  ])
  expect(part.getByText('Unknown to the charge point: Nope, Neither')).toBeVisible()
})

test('certificates are a list', () => {
  const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'aa', issuerKeyHash: 'bb' }
  answer('GetInstalledCertificateIds', {
    status: 'Accepted',
    certificateHashData: [
      { ...hash, serialNumber: '01' },
      { ...hash, serialNumber: '02' },
    ],
  })
  const items = within(screen.getByRole('region', { name: 'Certificates (2)' })).getAllByRole('listitem')
  expect(items.map(i => i.textContent)).toEqual([expect.stringContaining('01'), expect.stringContaining('02')])
  expect(items[0]).toHaveTextContent('SHA256')
})

test.each([
  ['DataTransfer', { status: 'Accepted', data: '{"soc":54}' }, '{"soc":54}'],
  ['GetLog', { status: 'Accepted', filename: 'log.zip' }, 'log.zip'],
])('%s tells %o', (operation, details, text) => {
  answer(operation, details)
  expect(screen.getByText(text)).toBeVisible()
})

test.each([
  ['GetConfiguration', {}],
  ['GetConfiguration', { errorCode: 'NotSupported' }],
  ['GetInstalledCertificateIds', { status: 'NotFound' }],
  ['DataTransfer', { status: 'UnknownVendorId' }],
  ['GetLog', { status: 'Rejected' }],
  ['Reset', { status: 'Accepted' }],
])('%s with %o has nothing more to show', (operation, details) => {
  answer(operation, details)
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByRole('term')).toBeNull()
})
