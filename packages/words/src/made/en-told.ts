// Written by `npm run words` from packages/words/catalogues.
import { number, plural } from '../forms.ts'

const n = /* @__PURE__ */ number('en-IN')
const p = /* @__PURE__ */ plural('en-IN')

export const noCharger: string = 'There is no such charger'
export const notPublic: string = 'This charge point is not public.'
export const noSession: string = 'There is no such session'
export const noProviderHere: string =
  'UPI and card cannot be used here yet: the operator of this charger has no payment provider.'
export const noProviderCard: string =
  'UPI and card cannot be used here yet: the operator of this charger has no payment provider. Please use your charging card.'
export const notYours: string = 'Only the browser that paid can stop this session'
export const refundRule = (a: { minutes: number }) =>
  `You pay beforehand and are charged for what you use. What is left goes back by itself when the session ends. If charging does not begin within ${p(a.minutes, { one: `${n(a.minutes)} minute`, other: `${n(a.minutes)} minutes` })}, everything goes back.`
export const freeRule: string = 'Charging is free here. Nothing is paid.'
export const codeSent = (a: { minutes: number }) =>
  `If we know you, a code is on its way. It is valid for ${p(a.minutes, { one: `${n(a.minutes)} minute`, other: `${n(a.minutes)} minutes` })}.`
export const wrongCode: string = 'This code is wrong or no longer valid. Please ask for a new one.'
export const amountRange = (a: { least: number; most: number }) =>
  `Amount should be between ${n(a.least)} and ${n(a.most)} rupees`
export const amountPaise: string = 'Amount should have at most 2 decimals'
export const chooseMethod: string = 'Please choose how to pay'
export const wrongGstin: string = 'Please enter a valid GSTIN'
export const wholeBusiness: string = 'Please enter GSTIN, legal name and address of the business'
export const longBusiness: string = 'The name of a business has at most 150 characters, its address at most 300'
export const oneContact: string = 'Phone or email is required'
export const wrongPhone: string = 'Please enter a valid phone number'
export const wrongEmail: string = 'Please enter a valid email'
export const inputCode: string = 'Please input otp'
export const inputDigits: string = 'Please input the 6 digits of the code'
export const taken: string = 'Another driver has paid for this connector before you. Your money goes back.'
export const late: string = 'Your payment came too late and goes back.'
export const gone: string = 'This charger is no longer in service. Your money goes back.'
export const planned: string = 'Planned maintenance has begun at this charger. Your money goes back.'
export const refused: string = 'The charger did not start. Your money goes back.'
export const noCar = (a: { minutes: number }) =>
  `Charging did not begin within ${p(a.minutes, { one: `${n(a.minutes)} minute`, other: `${n(a.minutes)} minutes` })}. Your money goes back.`
export const cancelled: string = 'You gave up before charging began. Your money goes back.'
export const back: string = 'Your payment was given back before charging began.'
export const notPaid: string = 'Nothing was paid in time. If money was taken after all, it goes back by itself.'
export const noOrder: string = 'The payment could not be begun. Nothing was charged.'
export const takenFree: string =
  'Another driver has paid for this connector before you. Please try again or use another connector.'
export const goneFree: string = 'This charger is no longer in service. Please try again or use another connector.'
export const plannedFree: string =
  'Planned maintenance has begun at this charger. Please try again or use another connector.'
export const refusedFree: string = 'The charger did not start. Please try again or use another connector.'
export const noCarFree = (a: { minutes: number }) =>
  `Charging did not begin within ${p(a.minutes, { one: `${n(a.minutes)} minute`, other: `${n(a.minutes)} minutes` })}. Please try again or use another connector.`
export const cancelledFree: string = 'You gave up before charging began. Please try again or use another connector.'
export const notConnected: string = 'This charger is not connected at the moment. Please use another one.'
export const outOfService: string = 'This charger is out of service at the moment. Please use another one.'
export const inUse: string = 'This connector is in use. Please use another one or wait until it is free.'
export const reserved: string = 'This connector is reserved for another driver. Please use another one.'
export const justEnded: string = 'The last session here has just ended. Please unplug the cable, then try again.'
export const connectorOut: string = 'This connector is out of service at the moment. Please use another one.'
export const noPrice: string = 'This connector has no price yet, so nobody can charge here. Please use another one.'
export const notByPhone: string = 'Nobody can pay here by phone. Please use your charging card.'
export const checked: string =
  'The figures of the charger are being looked at by a person. Your bill, and what you have left, follow within two days.'
export const otherMethod: string = 'This charger does not take this way of paying. Please choose another one.'
export const signInAgain: string = 'Please ask for a new code to pay from your wallet.'
export const noWallet: string =
  'There is no wallet for you with the operator of this charger. Please pay in another way.'
export const tooLittle: string =
  'Your wallet does not have that much. Please choose a smaller amount or pay in another way.'
export const orderFailed: string = 'The payment could not be begun. Nothing was charged. Please try again.'
export const unreached: string = 'The charger cannot be reached now. Please unplug the car to end the session.'
export const stopping: string = 'Stopping'
export const noInvoice: string = 'This session has no invoice'
export const connectorNumber: string = 'Connector ID must be a whole number of 1 or more'
export const stopToken: string = 'Stop Token should be 20 to 128 letters and digits'
export const noObject: string = 'Please send the fields as a JSON object'
export const notJson: string = 'The request is no valid JSON'
export const tooLarge: string = 'The request should be 1 MB or less'
export const notValid: string = 'The request is not valid'
export const noNote: string = 'This invoice has no such note'
export const chooseLanguage: string = 'Please choose a language'
export const tooOften: string = 'Too many attempts. Please try again later.'
export const wentWrong: string = 'Something went wrong. Please try again.'
export const tooSlow: string = 'This takes too long at the moment. Please try again.'
export const databaseAway: string = 'The database is not reachable. Please try again.'
export const startFee: string = 'Start fee'
export const chargingFee: string = 'Charging fee'
export const whileCharging: string = 'While charging'
export const afterFull: string = 'Plugged in after the car is full'
export const lineEnergy: string = 'Energy'
export const lineTime: string = 'Time'
export const lineNoPrice: string = 'No price'
export const lineNotCharged: string = 'Not charged'
export const refundTimes = (a: { method: string; usual: string; longest: string; days: number }) =>
  `Refunds by ${a.method} usually took ${a.usual} and at most ${a.longest} in the last ${p(a.days, { one: `${n(a.days)} day`, other: `${n(a.days)} days` })}.`
export const underMinute: string = 'under a minute'
export const minutes = (a: { n: number }) => `${p(a.n, { one: `${n(a.n)} minute`, other: `${n(a.n)} minutes` })}`
export const hours = (a: { n: number }) => `${p(a.n, { one: `${n(a.n)} hour`, other: `${n(a.n)} hours` })}`
export const days = (a: { n: number }) => `${p(a.n, { one: `${n(a.n)} day`, other: `${n(a.n)} days` })}`
