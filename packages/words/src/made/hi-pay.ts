// Written by `npm run words` from packages/words/catalogues.
import { number } from '../forms.ts'

const n = /* @__PURE__ */ number('hi-IN')

export const needsScript: string = 'इस पेज के लिए JavaScript ज़रूरी है।'
export const shortTitle: string = 'भुगतान और चार्जिंग'
export const pageTitle = (a: { brand: string }) => `भुगतान और चार्जिंग – ${a.brand}`
export const languageLabel: string = 'भाषा'
export const modeLabel: string = 'इस सिस्टम का मोड'
export const testNotice: string = 'टेस्ट मोड: कोई असली भुगतान नहीं होता'
export const unknownCharger: string = 'ऐसा कोई चार्जर नहीं मिला'
export const scanAgain: string = 'कृपया कनेक्टर पर लगा कोड फिर से स्कैन करें। अगर यही पेज दोबारा आए, तो दूसरे कनेक्टर का उपयोग करें।'
export const paymentFailed: string = 'भुगतान पूरा नहीं हुआ। अगर पैसे कट गए हैं, तो वे अपने आप वापस आ जाएँगे।'
export const paymentLeft: string = 'आपने भुगतान बीच में छोड़ दिया। कोई राशि नहीं ली गई।'
export const noTagHere: string = 'आपके नाम पर इस चार्जर का कोई मान्य चार्जिंग टैग दर्ज नहीं है।'
export const tagHolders: string = 'जिन ड्राइवरों के पास इस चार्जर का चार्जिंग टैग है, वे अपने वॉलेट से भुगतान कर सकते हैं।'
export const connectorOf = (a: { number: string }) => `कनेक्टर ${a.number}`
export const available: string = 'उपलब्ध'
export const notAvailable: string = 'उपलब्ध नहीं'
export const loading: string = 'लोड हो रहा है …'
export const noConnection: string = 'अभी इंटरनेट कनेक्शन नहीं है। यह पेज कोशिश करता रहेगा।'
export const notLoaded: string = 'पेज लोड नहीं हो सका'
export const tryAgain: string = 'फिर कोशिश करें'
export const deviceOffline: string = 'यह डिवाइस ऑफ़लाइन है।'
export const deviceOfflineUnsent: string = 'यह डिवाइस ऑफ़लाइन है। कुछ भी नहीं भेजा गया।'
export const serverLate: string = 'सर्वर ने समय पर जवाब नहीं दिया।'
export const serverAway: string = 'सर्वर तक नहीं पहुँचा जा सका।'
export const serverFault: string = 'कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।'
export const priceNow: string = 'अभी की दर'
export const pricePerKwh = (a: { amount: string }) => `${a.amount} प्रति यूनिट`
export const pricePerHour = (a: { amount: string }) => `${a.amount} प्रति घंटा`
export const pricePerMinute = (a: { amount: string }) => `${a.amount} प्रति मिनट`
export const taxIncluded = (a: { tax: string }) => `${a.tax}% टैक्स शामिल है।`
export const feeIncluded = (a: { fee: string }) => `${a.fee}% भुगतान शुल्क शामिल है।`
export const priceByMethod: string = 'भुगतान के तरीके के अनुसार:'
export const taxAndFeeIncluded = (a: { tax: string; fee: string }) => `${a.tax}% टैक्स और ${a.fee}% भुगतान शुल्क शामिल हैं।`
export const priceWithout = (a: { price: string }) => `इनके बिना: ${a.price}।`
export const priceFrom = (a: { time: string; price: string }) => `${a.time} से: ${a.price}।`
export const freeHere: string = 'यहाँ चार्जिंग मुफ़्त है'
export const notHereNow: string = 'आप अभी यहाँ चार्ज नहीं कर सकते'
export const looksAgain: string = 'यह पेज अपने आप फिर से जाँच करता रहेगा।'
export const pay: string = 'भुगतान करें'
export const payAmount = (a: { amount: string }) => `${a.amount} का भुगतान करें`
export const howToPay: string = 'आप भुगतान कैसे करना चाहेंगे?'
export const upi: string = 'UPI'
export const card: string = 'कार्ड'
export const rupayDebit: string = 'RuPay डेबिट कार्ड'
export const wallet: string = 'वॉलेट'
export const free: string = 'मुफ़्त'
export const hello = (a: { name: string }) => `नमस्ते ${a.name}।`
export const noWallet: string = 'इस चार्जर के ऑपरेटर के पास आपका कोई वॉलेट नहीं है। कृपया किसी और तरीके से भुगतान करें।'
export const walletHas = (a: { amount: string }) => `आपके वॉलेट में ${a.amount} हैं।`
export const askedFor: string =
  'हो सकता है कि कोई दूसरा ड्राइवर अभी इसी कनेक्टर के लिए भुगतान कर रहा हो। जो पहले भुगतान करेगा, कनेक्टर उसे मिलेगा; दूसरे को पैसे वापस मिल जाएँगे।'
export const plugAfter: string = 'भुगतान के बाद केबल लगाएँ: चार्जिंग अपने आप शुरू हो जाएगी।'
export const oneMoment: string = 'एक क्षण …'
export const startCharging: string = 'चार्जिंग शुरू करें'
export const howMuch: string = 'आप कितनी राशि का भुगतान करना चाहेंगे?'
export const otherAmount: string = 'अन्य'
export const amountInRupees: string = 'राशि, रुपये में'
export const forBusiness: string = 'मुझे व्यवसाय के लिए इनवॉइस चाहिए'
export const gstin: string = 'GSTIN'
export const legalName: string = 'क़ानूनी नाम'
export const businessAddress: string = 'व्यवसाय का पता'
export const sezUnit: string = 'यह GSTIN विशेष आर्थिक क्षेत्र की इकाई का है'
export const amountFromTo = (a: { least: string; most: string }) => `${a.least} से ${a.most} तक`
export const amountRange = (a: { least: number; most: number }) =>
  `राशि ${n(a.least)} से ${n(a.most)} रुपये के बीच होनी चाहिए`
export const amountPaise: string = 'राशि में दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक हो सकते हैं'
export const goOn: string = 'नहीं, जारी रखें'
export const yourContact: string = 'आपका फ़ोन नंबर या ईमेल'
export const sendCode: string = 'मुझे कोड भेजें'
export const sendOtherCode: string = 'दूसरा कोड भेजें'
export const codeOfDigits = (a: { digits: number }) => `${n(a.digits)} अंकों का कोड`
export const openWallet: string = 'मेरा वॉलेट खोलें'
export const waitingTitle: string = 'आपके भुगतान का इंतज़ार है'
export const waitingText: string = 'भुगतान की पुष्टि होते ही चार्जिंग शुरू हो जाएगी। इसमें कुछ सेकंड लगते हैं।'
export const notPaidYet: string = 'मैंने भुगतान नहीं किया है'
export const giveUpAsk: string = 'यह भुगतान छोड़ दें? अगर पैसे कट गए हैं, तो वे अपने आप वापस आ जाएँगे।'
export const giveUpYes: string = 'हाँ, छोड़ दें'
export const startingPaid = (a: { amount: string }) => `${a.amount} का भुगतान हो गया। शुरू हो रहा है …`
export const starting: string = 'शुरू हो रहा है …'
export const plugNow: string = 'अगर अभी तक नहीं लगाया है, तो अब केबल लगाएँ।'
export const beginsItself: string = 'चार्जिंग अपने आप शुरू हो जाएगी।'
export const untilPaid = (a: { time: string }) => `अगर ${a.time} तक चार्जिंग शुरू नहीं हुई, तो आपके सारे पैसे वापस आ जाएँगे।`
export const untilFree = (a: { time: string }) => `अगर ${a.time} तक चार्जिंग शुरू नहीं हुई, तो कृपया फिर कोशिश करें।`
export const cancelPaid: string = 'रद्द करें और पैसे वापस लें'
export const cancel: string = 'रद्द करें'
export const cancelAsk: string = 'चार्जिंग शुरू होने से पहले रद्द करें?'
export const cancelYes: string = 'हाँ, रद्द करें'
export const charging: string = 'चार्जिंग हो रही है'
export const usedOfPaid: string = 'आपके भुगतान में से उपयोग हुआ'
export const stopsItself = (a: { amount: string }) =>
  `${a.amount} पूरे होते ही चार्जिंग अपने आप रुक जाएगी। बची हुई राशि वापस आ जाएगी।`
export const usedUp: string =
  'आपने जितना भुगतान किया था वह पूरा हो गया है, इसलिए चार्जिंग अब रुक रही है। इसमें थोड़ा समय लग सकता है।'
export const stopping: string = 'रोका जा रहा है … इसमें थोड़ा समय लग सकता है।'
export const stopCharging: string = 'चार्जिंग रोकें'
export const stopAsk: string = 'चार्जिंग अभी रोकें?'
export const stopYes: string = 'हाँ, रोकें'
export const energy: string = 'बिजली'
export const energyValue = (a: { amount: string }) => `${a.amount} kWh`
export const cost: string = 'लागत'
export const time: string = 'समय'
export const invoiceFailed: string = 'इनवॉइस नहीं बन सका। कृपया फिर कोशिश करें।'
export const downloadInvoice: string = 'इनवॉइस डाउनलोड करें'
export const endedTitle: string = 'चार्जिंग पूरी हो गई'
export const notBegunTitle: string = 'चार्जिंग शुरू नहीं हुई'
export const youPaidText = (a: { amount: string }) => `आपने ${a.amount} का भुगतान किया।`
export const yourBill: string = 'आपका बिल'
export const quantityKwh = (a: { quantity: string; rate: string }) => `${a.quantity} kWh × ${a.rate}`
export const quantityHour = (a: { quantity: string; rate: string }) => `${a.quantity} घंटे × ${a.rate}`
export const quantityMinute = (a: { quantity: string; rate: string }) => `${a.quantity} मिनट × ${a.rate}`
export const tax: string = 'टैक्स'
export const paymentFee: string = 'भुगतान शुल्क'
export const total: string = 'कुल'
export const youPaid: string = 'आपका भुगतान'
export const smallRest = (a: { amount: string }) =>
  `${a.amount} बचे हैं: बैंक 1 रुपये से कम राशि नहीं भेजते, इसलिए यह राशि ऑपरेटर के पास रहती है।`
export const nothingCharged: string = 'कोई राशि नहीं ली गई'
export const noEnergy: string = 'कोई बिजली नहीं ली गई। सारे पैसे वापस आ जाएँगे।'
export const chargeAgain: string = 'फिर से चार्ज करें'
export const questions: string = 'कोई सवाल?'
export const howRefundsWork: string = 'रिफ़ंड कैसे मिलता है'
export const referenceNumber: string = 'संदर्भ संख्या'
export const refundWallet = (a: { amount: string }) => `${a.amount} आपके वॉलेट में वापस आ गए`
export const refundWalletText: string = 'आप इनका तुरंत उपयोग कर सकते हैं।'
export const refundSent = (a: { amount: string }) => `${a.amount} वापस भेजे जा रहे हैं`
export const refundSentCard: string = 'रिफ़ंड भुगतान कंपनी को भेज दिया गया है। यह उसी कार्ड पर आएगा, जिससे आपने भुगतान किया था।'
export const refundSentAccount: string = 'रिफ़ंड भुगतान कंपनी को भेज दिया गया है। यह उसी खाते में आएगा, जिससे आपने भुगतान किया था।'
export const refundProcessed = (a: { amount: string }) => `${a.amount} का रिफ़ंड भेज दिया गया`
export const refundReference: string = 'आपका बैंक इसे इस संदर्भ संख्या से ढूँढ सकता है।'
export const refundReferenceLater: string = 'आपके बैंक की संदर्भ संख्या आनी बाकी है।'
export const refundDelayed = (a: { amount: string }) => `${a.amount} के रिफ़ंड में देरी हो रही है`
export const refundDelayedText: string =
  'भुगतान कंपनी इसे अभी तक नहीं भेज सकी। फिर से कोशिश की जाएगी; आपको कुछ करने की ज़रूरत नहीं है।'
