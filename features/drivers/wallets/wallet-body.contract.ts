// A change of a wallet or prepaid card, and what its form checks by (D-WAL-1).
import { wholeBusiness } from '@wattdesk/base/business'
import { optionalText, recordId, requiredLine, requiredText } from '@wattdesk/base/fields'
import { isEmail } from '@wattdesk/base/identifiers'
import { isRupees } from '@wattdesk/base/money'
import { changeSchema } from '@wattdesk/base/record-schemas'
import { invalidEmail, invalidPhone, tooManyDecimals } from '@wattdesk/base/text'
import { z } from 'zod'
import { businessFields } from '#drivers/drivers/driver.fields.ts'
import { LONGEST, NEITHER, OUTSIDE } from './wallet.words.ts'

/** A text that may be missing; empty is null. */
const text = (label: string, max: number) =>
  optionalText(label, max)
    .nullable()
    .transform(t => t || null)

const names = {
  firstName: requiredLine('First Name', LONGEST.name),
  lastName: requiredLine('Last Name', LONGEST.name),
  email: text('Email', LONGEST.email).refine(t => t === null || isEmail(t), invalidEmail),
  /** 8 to 14 characters: a plus in front or none, then digits, hyphens and spaces. */
  phone: text('Phone', LONGEST.phone).refine(
    t => t === null || /^(?=.{8,14}$)\+?(?=.*\d)[\d -]+$/.test(t),
    invalidPhone,
  ),
}
/** Left as it is where none of the fields is sent. */
const business = changeSchema(businessFields).shape
const change = {
  /** The balance that is to be free, in rupees; above 1000 only where it is so already. */
  amount: z.number(OUTSIDE).min(0, OUTSIDE).refine(isRupees, tooManyDecimals('Wallet Amount', 2)),
  note: requiredText('Note', LONGEST.note),
}

/** The form of a wallet: the driver's names go with it, and the business. */
export const WalletForm = wholeBusiness(z.object({ ...change, ...names, ...business }), businessFields).refine(
  w => w.email !== null || w.phone !== null,
  {
    when: ({ issues }) => !issues.some(i => i.path?.[0] === 'email' || i.path?.[0] === 'phone'),
    path: ['email'],
    error: NEITHER,
  },
)
/** The form of a prepaid card, which has no names of its own. */
export const CardForm = z.object(change)

/** As the call takes it: names that are not sent stay as they are; of a card, they are passed over. */
export const WalletBody = wholeBusiness(
  z.object({
    ...change,
    ...business,
    firstName: names.firstName.optional(),
    lastName: names.lastName.optional(),
    email: names.email.optional(),
    phone: names.phone.optional(),
    ocppTagId: recordId().optional(),
    /** The balance that was shown: another one by now is refused. */
    balanceAmount: z.number('Balance must be a number').refine(isRupees, tooManyDecimals('Balance', 2)).optional(),
  }),
  businessFields,
)
export type WalletBody = z.output<typeof WalletBody>
