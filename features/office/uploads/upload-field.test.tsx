import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { optionalLink, uploadUnfinished } from '@wattdesk/base/file-link'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { show, signInAs } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { uploadImage } from './upload.contract.ts'
import { UploadField } from './upload-field.parts.tsx'

const Schema = z.object({ icon: optionalLink('Icon') })
const saved = vi.fn(async (_: z.output<typeof Schema>) => ({ message: '' }))
function Thing({ icon = '', directory }: { icon?: string; directory?: string }) {
  const form = useRecordForm<z.input<typeof Schema>, z.output<typeof Schema>, unknown>({
    schema: Schema,
    values: { icon },
    save: saved,
  })
  return (
    <Form form={form} label="Thing" submit="Save">
      <Section>
        <UploadField name="icon" label="Icon" {...(directory && { directory })} />
      </Section>
    </Form>
  )
}
const file = (name: string, type: string, size = 4) => {
  const f = new File(['fake'], name, { type })
  if (size !== 4) Object.defineProperty(f, 'size', { value: size })
  return f
}
const input = () => screen.getByLabelText(/^Icon/)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => {
  signInAs()
  saved.mockClear()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})

test('what is chosen is uploaded, shown and saved as its link; it can be taken out again', async () => {
  let sent: unknown
  testServer().on(uploadImage, asked => {
    sent = { body: asked.body, teamId: asked.query.get('teamId') }
    return { data: '/files/abc-0000000000000000000000000000.png' }
  })
  show(<Thing />)
  await userEvent.upload(input(), file('a.png', 'image/png'))
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Icon' })).toHaveAttribute(
      'src',
      '/files/abc-0000000000000000000000000000.png',
    ),
  )
  expect(sent).toEqual({ body: { image: 'data:image/png;base64,ZmFrZQ==' }, teamId: '1' })
  await save()
  await waitFor(() => expect(saved.mock.calls[0]?.[0]).toEqual({ icon: '/files/abc-0000000000000000000000000000.png' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Icon' }))
  expect(screen.queryByRole('img')).toBeNull()
})

test('a file can be dropped', async () => {
  testServer().on(uploadImage, { data: '/files/dropped-000000000000000000000000.jpg' })
  show(<Thing />)
  fireEvent.drop(screen.getByText('or drop it here'), { dataTransfer: { files: [file('a.jpg', 'image/jpeg')] } })
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Icon' })).toHaveAttribute(
      'src',
      '/files/dropped-000000000000000000000000.jpg',
    ),
  )
})

test('nothing is saved while a file is on its way', async () => {
  let finish = () => {}
  const wait = new Promise<void>(ok => {
    finish = ok
  })
  testServer().on(uploadImage, async () => {
    await wait
    return { data: '/files/late-000000000000000000000000000.png' }
  })
  show(<Thing />)
  await userEvent.upload(input(), file('late.png', 'image/png'))
  expect(await screen.findByText(/Uploading late\.png/)).toBeVisible()
  await save()
  expect(await screen.findByText(uploadUnfinished)).toBeVisible()
  expect(saved).not.toHaveBeenCalled()
  finish()
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Icon' })).toHaveAttribute(
      'src',
      '/files/late-000000000000000000000000000.png',
    ),
  )
  await save()
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
})

test('a wrong kind, too much and what the server refuses stand beside the field, and the old file stays', async () => {
  const server = testServer().on(uploadImage, () => ({ status: 422, message: 'Unsupported file type' }))
  show(<Thing icon="/files/old-0000000000000000000000000000.png" />)
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(input(), file('a.gif', 'image/gif'))
  expect(await screen.findByText('Unsupported file type')).toBeVisible()
  await user.upload(input(), file('a.png', 'image/png', 10 * 1024 * 1024 + 1))
  expect(await screen.findByText('File should be 10 MB or less')).toBeVisible()
  expect(server.calls).toEqual([])
  await user.upload(input(), file('renamed.png', 'image/png'))
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(await screen.findByText('Unsupported file type')).toBeVisible()
  expect(input()).toHaveAccessibleDescription('Unsupported file type')
  expect(screen.getByRole('img', { name: 'Icon' })).toHaveAttribute(
    'src',
    '/files/old-0000000000000000000000000000.png',
  )
})

test('vehicle documents are PDF and are not shown as pictures', async () => {
  const server = testServer().on(uploadImage, () => ({ status: 422, message: 'Unsupported file type' }))
  show(<Thing directory="vehicle-documents" />)
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(input(), file('a.png', 'image/png'))
  expect(await screen.findByText('Only PDF files are allowed!')).toBeVisible()
  expect(server.calls).toEqual([])
  // A picture that calls itself a PDF.
  await user.upload(input(), file('renamed.pdf', 'application/pdf'))
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(await screen.findByText('Only PDF files are allowed!')).toBeVisible()
  server.on(uploadImage, { data: '/files/x-000000000000000000000000000000.pdf' })
  await user.upload(input(), file('a.pdf', 'application/pdf'))
  expect(await screen.findByRole('button', { name: 'Open' })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})
