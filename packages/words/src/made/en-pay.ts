// Written by `npm run words` from packages/words/catalogues.
import { number } from '../forms.ts'

const n = /* @__PURE__ */ number('en-IN')

export const needsScript: string = 'This page needs JavaScript.'
export const shortTitle: string = 'Pay and charge'
export const pageTitle = (a: { brand: string }) => `Pay and charge – ${a.brand}`
export const languageLabel: string = 'Language'
export const modeLabel: string = 'Mode of the installation'
export const testNotice: string = 'Test mode: no money moves'
export const unknownCharger: string = 'There is no such charger'
export const scanAgain: string =
  'Please scan the code on the connector again. If this page comes back, use another connector.'
export const paymentFailed: string =
  'The payment did not go through. If money was taken after all, it goes back by itself.'
export const paymentLeft: string = 'You left the payment. Nothing was charged.'
export const noTagHere: string = 'No valid charging tag of this charge point is registered for you.'
export const tagHolders: string = 'Drivers who hold a charging tag of this charge point can pay from their wallet.'
export const connectorOf = (a: { number: string }) => `Connector ${a.number}`
export const available: string = 'Available'
export const notAvailable: string = 'Not available'
export const loading: string = 'Loading …'
export const noConnection: string = 'No connection at the moment. This page keeps trying.'
export const notLoaded: string = 'The page could not be loaded'
export const tryAgain: string = 'Try again'
export const deviceOffline: string = 'This device is offline.'
export const deviceOfflineUnsent: string = 'This device is offline. Nothing was sent.'
export const serverLate: string = 'The server did not answer in time.'
export const serverAway: string = 'The server cannot be reached.'
export const serverFault: string = 'Something went wrong. Please try again.'
export const priceNow: string = 'Price now'
export const pricePerKwh = (a: { amount: string }) => `${a.amount} per kWh`
export const pricePerHour = (a: { amount: string }) => `${a.amount} per hour`
export const pricePerMinute = (a: { amount: string }) => `${a.amount} per minute`
export const taxIncluded = (a: { tax: string }) => `${a.tax}% tax included.`
export const feeIncluded = (a: { fee: string }) => `${a.fee}% payment fee included.`
export const priceByMethod: string = 'By payment method:'
export const taxAndFeeIncluded = (a: { tax: string; fee: string }) =>
  `${a.tax}% tax and ${a.fee}% payment fee included.`
export const priceWithout = (a: { price: string }) => `Without: ${a.price}.`
export const priceFrom = (a: { time: string; price: string }) => `From ${a.time}: ${a.price}.`
export const freeHere: string = 'Charging is free here'
export const notHereNow: string = 'You cannot charge here now'
export const looksAgain: string = 'This page looks again by itself.'
export const pay: string = 'Pay'
export const payAmount = (a: { amount: string }) => `Pay ${a.amount}`
export const howToPay: string = 'How do you want to pay?'
export const upi: string = 'UPI'
export const card: string = 'Card'
export const rupayDebit: string = 'RuPay debit card'
export const wallet: string = 'Wallet'
export const free: string = 'Free'
export const hello = (a: { name: string }) => `Hello ${a.name}.`
export const noWallet: string =
  'There is no wallet for you with the operator of this charger. Please pay in another way.'
export const walletHas = (a: { amount: string }) => `Your wallet has ${a.amount}.`
export const askedFor: string =
  'Another driver may be paying for this connector right now. Whoever pays first has it; the other one gets the money back.'
export const plugAfter: string = 'After paying, plug in the cable: charging begins by itself.'
export const oneMoment: string = 'One moment …'
export const startCharging: string = 'Start charging'
export const howMuch: string = 'How much do you want to pay?'
export const otherAmount: string = 'Other'
export const amountInRupees: string = 'Amount in rupees'
export const forBusiness: string = 'I need an invoice for a business'
export const gstin: string = 'GSTIN'
export const legalName: string = 'Legal name'
export const businessAddress: string = 'Address of the business'
export const sezUnit: string = 'The GSTIN is of a unit in a Special Economic Zone'
export const amountFromTo = (a: { least: string; most: string }) => `From ${a.least} to ${a.most}`
export const amountRange = (a: { least: number; most: number }) =>
  `Amount should be between ${n(a.least)} and ${n(a.most)} rupees`
export const amountPaise: string = 'Amount should have at most 2 decimals'
export const goOn: string = 'No, go on'
export const yourContact: string = 'Your phone number or e-mail'
export const sendCode: string = 'Send me a code'
export const sendOtherCode: string = 'Send another code'
export const codeOfDigits = (a: { digits: number }) => `Code of ${n(a.digits)} digits`
export const openWallet: string = 'Open my wallet'
export const waitingTitle: string = 'Waiting for your payment'
export const waitingText: string = 'As soon as the payment is confirmed, charging begins. This takes a few seconds.'
export const notPaidYet: string = 'I have not paid'
export const giveUpAsk: string = 'Give up this payment? If money was taken after all, it goes back by itself.'
export const giveUpYes: string = 'Yes, give up'
export const startingPaid = (a: { amount: string }) => `Paid ${a.amount}. Starting …`
export const starting: string = 'Starting …'
export const plugNow: string = 'Plug in the cable now, if you have not yet.'
export const beginsItself: string = 'Charging begins by itself.'
export const untilPaid = (a: { time: string }) => `If charging has not begun by ${a.time}, all your money goes back.`
export const untilFree = (a: { time: string }) => `If charging has not begun by ${a.time}, please try again.`
export const cancelPaid: string = 'Cancel and get the money back'
export const cancel: string = 'Cancel'
export const cancelAsk: string = 'Cancel before charging begins?'
export const cancelYes: string = 'Yes, cancel'
export const charging: string = 'Charging'
export const usedOfPaid: string = 'Used of what you paid'
export const stopsItself = (a: { amount: string }) =>
  `Charging stops by itself when ${a.amount} is used up. What is left goes back.`
export const usedUp: string = 'What you paid is used up, so charging stops now. This can take a moment.'
export const stopping: string = 'Stopping … This can take a moment.'
export const stopCharging: string = 'Stop charging'
export const stopAsk: string = 'Stop charging now?'
export const stopYes: string = 'Yes, stop'
export const energy: string = 'Energy'
export const energyValue = (a: { amount: string }) => `${a.amount} kWh`
export const cost: string = 'Cost'
export const time: string = 'Time'
export const invoiceFailed: string = 'The invoice could not be made. Please try again.'
export const downloadInvoice: string = 'Download the invoice'
export const endedTitle: string = 'Charging has ended'
export const notBegunTitle: string = 'Charging did not begin'
export const youPaidText = (a: { amount: string }) => `You paid ${a.amount}.`
export const yourBill: string = 'Your bill'
export const quantityKwh = (a: { quantity: string; rate: string }) => `${a.quantity} kWh × ${a.rate}`
export const quantityHour = (a: { quantity: string; rate: string }) => `${a.quantity} h × ${a.rate}`
export const quantityMinute = (a: { quantity: string; rate: string }) => `${a.quantity} min × ${a.rate}`
export const tax: string = 'Tax'
export const paymentFee: string = 'Payment fee'
export const total: string = 'Total'
export const youPaid: string = 'You paid'
export const smallRest = (a: { amount: string }) =>
  `${a.amount} is left: banks send nothing below 1 rupee, so it stays with the operator.`
export const nothingCharged: string = 'Nothing was charged'
export const noEnergy: string = 'No energy flowed. Everything goes back.'
export const chargeAgain: string = 'Charge again'
export const questions: string = 'Questions?'
export const howRefundsWork: string = 'How refunds work'
export const referenceNumber: string = 'Reference number'
export const refundWallet = (a: { amount: string }) => `${a.amount} is back in your wallet`
export const refundWalletText: string = 'You can use it at once.'
export const refundSent = (a: { amount: string }) => `${a.amount} is on its way back`
export const refundSentCard: string =
  'The refund was sent to the payment provider. It goes to the card that you paid from.'
export const refundSentAccount: string =
  'The refund was sent to the payment provider. It goes to the account that you paid from.'
export const refundProcessed = (a: { amount: string }) => `Refund of ${a.amount} processed`
export const refundReference: string = 'Your bank can find it by this reference number.'
export const refundReferenceLater: string = 'The reference number of your bank follows.'
export const refundDelayed = (a: { amount: string }) => `Refund of ${a.amount} is delayed`
export const refundDelayedText: string =
  'The payment provider could not send it yet. It is tried again; you need not do anything.'
