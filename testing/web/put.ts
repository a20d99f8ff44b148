// A text in a field at once: a key at a time takes its time on a large form. For tests in which typing is not the point.
import { fireEvent } from '@testing-library/react'

export const put = (field: HTMLElement, value: string): void => {
  fireEvent.change(field, { target: { value } })
}
