// Written by `npm run words` from packages/words/catalogues.
import { number, plural } from '../forms.ts'

const n = /* @__PURE__ */ number('hi-IN')
const p = /* @__PURE__ */ plural('hi-IN')

export const noCharger: string = 'ऐसा कोई चार्जर नहीं मिला'
export const notPublic: string = 'यह चार्जर सबके लिए नहीं है।'
export const noSession: string = 'ऐसा कोई सेशन नहीं मिला'
export const noProviderHere: string =
  'यहाँ अभी UPI और कार्ड से भुगतान नहीं हो सकता: इस चार्जर के ऑपरेटर के पास भुगतान की सुविधा नहीं है।'
export const noProviderCard: string =
  'यहाँ अभी UPI और कार्ड से भुगतान नहीं हो सकता: इस चार्जर के ऑपरेटर के पास भुगतान की सुविधा नहीं है। कृपया अपने चार्जिंग कार्ड का उपयोग करें।'
export const notYours: string = 'यह सेशन केवल वही ब्राउज़र रोक सकता है, जिससे भुगतान हुआ था'
export const refundRule = (a: { minutes: number }) =>
  `आप पहले भुगतान करते हैं और राशि केवल उतनी ली जाती है, जितना आप उपयोग करते हैं। सेशन ख़त्म होने पर बची हुई राशि अपने आप वापस आ जाती है। अगर ${p(a.minutes, { one: `${n(a.minutes)} मिनट`, other: `${n(a.minutes)} मिनट` })} में चार्जिंग शुरू नहीं होती, तो सारे पैसे वापस आ जाते हैं।`
export const freeRule: string = 'यहाँ चार्जिंग मुफ़्त है। कोई भुगतान नहीं करना है।'
export const codeSent = (a: { minutes: number }) =>
  `अगर आप हमारे यहाँ दर्ज हैं, तो कोड भेजा जा रहा है। यह ${p(a.minutes, { one: `${n(a.minutes)} मिनट`, other: `${n(a.minutes)} मिनट` })} तक मान्य रहेगा।`
export const wrongCode: string = 'यह कोड ग़लत है या अब मान्य नहीं है। कृपया नया कोड मँगाएँ।'
export const amountRange = (a: { least: number; most: number }) =>
  `राशि ${n(a.least)} से ${n(a.most)} रुपये के बीच होनी चाहिए`
export const amountPaise: string = 'राशि में दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक हो सकते हैं'
export const chooseMethod: string = 'कृपया भुगतान का तरीका चुनें'
export const wrongGstin: string = 'कृपया सही GSTIN लिखें'
export const wholeBusiness: string = 'कृपया व्यवसाय का GSTIN, क़ानूनी नाम और पता लिखें'
export const longBusiness: string = 'व्यवसाय के नाम में ज़्यादा से ज़्यादा 150 और पते में 300 अक्षर हो सकते हैं'
export const oneContact: string = 'फ़ोन नंबर या ईमेल ज़रूरी है'
export const wrongPhone: string = 'कृपया सही फ़ोन नंबर लिखें'
export const wrongEmail: string = 'कृपया सही ईमेल लिखें'
export const inputCode: string = 'कृपया कोड लिखें'
export const inputDigits: string = 'कृपया कोड के 6 अंक लिखें'
export const taken: string = 'किसी दूसरे ड्राइवर ने इस कनेक्टर के लिए आपसे पहले भुगतान कर दिया। आपके पैसे वापस आ जाएँगे।'
export const late: string = 'आपका भुगतान बहुत देर से पहुँचा और वापस किया जा रहा है।'
export const gone: string = 'यह चार्जर अब सेवा में नहीं है। आपके पैसे वापस आ जाएँगे।'
export const planned: string = 'इस चार्जर पर तय रखरखाव शुरू हो गया है। आपके पैसे वापस आ जाएँगे।'
export const refused: string = 'चार्जर शुरू नहीं हुआ। आपके पैसे वापस आ जाएँगे।'
export const noCar = (a: { minutes: number }) =>
  `${p(a.minutes, { one: `${n(a.minutes)} मिनट`, other: `${n(a.minutes)} मिनट` })} में चार्जिंग शुरू नहीं हुई। आपके पैसे वापस आ जाएँगे।`
export const cancelled: string = 'आपने चार्जिंग शुरू होने से पहले रद्द कर दिया। आपके पैसे वापस आ जाएँगे।'
export const back: string = 'आपका भुगतान चार्जिंग शुरू होने से पहले वापस कर दिया गया।'
export const notPaid: string = 'समय पर भुगतान नहीं हुआ। अगर पैसे कट गए हैं, तो वे अपने आप वापस आ जाएँगे।'
export const noOrder: string = 'भुगतान शुरू नहीं हो सका। कोई राशि नहीं ली गई।'
export const takenFree: string =
  'किसी दूसरे ड्राइवर ने इस कनेक्टर के लिए आपसे पहले भुगतान कर दिया। कृपया फिर कोशिश करें या दूसरे कनेक्टर का उपयोग करें।'
export const goneFree: string = 'यह चार्जर अब सेवा में नहीं है। कृपया फिर कोशिश करें या दूसरे कनेक्टर का उपयोग करें।'
export const plannedFree: string = 'इस चार्जर पर तय रखरखाव शुरू हो गया है। कृपया फिर कोशिश करें या दूसरे कनेक्टर का उपयोग करें।'
export const refusedFree: string = 'चार्जर शुरू नहीं हुआ। कृपया फिर कोशिश करें या दूसरे कनेक्टर का उपयोग करें।'
export const noCarFree = (a: { minutes: number }) =>
  `${p(a.minutes, { one: `${n(a.minutes)} मिनट`, other: `${n(a.minutes)} मिनट` })} में चार्जिंग शुरू नहीं हुई। कृपया फिर कोशिश करें या दूसरे कनेक्टर का उपयोग करें।`
export const cancelledFree: string = 'आपने चार्जिंग शुरू होने से पहले रद्द कर दिया। कृपया फिर कोशिश करें या दूसरे कनेक्टर का उपयोग करें।'
export const notConnected: string = 'यह चार्जर अभी कनेक्ट नहीं है। कृपया दूसरे चार्जर का उपयोग करें।'
export const outOfService: string = 'यह चार्जर अभी बंद है। कृपया दूसरे चार्जर का उपयोग करें।'
export const inUse: string = 'यह कनेक्टर अभी उपयोग में है। कृपया दूसरे कनेक्टर का उपयोग करें या इसके ख़ाली होने का इंतज़ार करें।'
export const reserved: string = 'यह कनेक्टर किसी दूसरे ड्राइवर के लिए आरक्षित है। कृपया दूसरे कनेक्टर का उपयोग करें।'
export const justEnded: string = 'यहाँ पिछला सेशन अभी-अभी ख़त्म हुआ है। कृपया केबल निकालें, फिर कोशिश करें।'
export const connectorOut: string = 'यह कनेक्टर अभी बंद है। कृपया दूसरे कनेक्टर का उपयोग करें।'
export const noPrice: string =
  'इस कनेक्टर की दर अभी तय नहीं है, इसलिए यहाँ कोई चार्ज नहीं कर सकता। कृपया दूसरे कनेक्टर का उपयोग करें।'
export const notByPhone: string = 'यहाँ फ़ोन से भुगतान नहीं हो सकता। कृपया अपने चार्जिंग कार्ड का उपयोग करें।'
export const checked: string = 'चार्जर के आँकड़ों की जाँच की जा रही है। आपका बिल और बची हुई राशि दो दिन के भीतर आ जाएगी।'
export const otherMethod: string = 'यह चार्जर भुगतान का यह तरीका नहीं लेता। कृपया कोई और तरीका चुनें।'
export const signInAgain: string = 'अपने वॉलेट से भुगतान करने के लिए कृपया नया कोड मँगाएँ।'
export const noWallet: string = 'इस चार्जर के ऑपरेटर के पास आपका कोई वॉलेट नहीं है। कृपया किसी और तरीके से भुगतान करें।'
export const tooLittle: string = 'आपके वॉलेट में इतनी राशि नहीं है। कृपया कम राशि चुनें या किसी और तरीके से भुगतान करें।'
export const orderFailed: string = 'भुगतान शुरू नहीं हो सका। कोई राशि नहीं ली गई। कृपया फिर कोशिश करें।'
export const unreached: string = 'चार्जर से अभी संपर्क नहीं हो पा रहा है। सेशन ख़त्म करने के लिए कृपया गाड़ी से केबल निकालें।'
export const stopping: string = 'रोका जा रहा है'
export const noInvoice: string = 'इस सेशन का कोई इनवॉइस नहीं है'
export const connectorNumber: string = 'कनेक्टर का नंबर 1 या उससे बड़ी पूर्ण संख्या होना चाहिए'
export const stopToken: string = 'सेशन रोकने के टोकन में 20 से 128 अक्षर और अंक होने चाहिए'
export const noObject: string = 'कृपया जानकारी JSON के रूप में भेजें'
export const notJson: string = 'अनुरोध मान्य JSON नहीं है'
export const tooLarge: string = 'अनुरोध 1 MB या उससे छोटा होना चाहिए'
export const notValid: string = 'अनुरोध मान्य नहीं है'
export const noNote: string = 'इस इनवॉइस का ऐसा कोई नोट नहीं है'
export const chooseLanguage: string = 'कृपया भाषा चुनें'
export const tooOften: string = 'बहुत ज़्यादा कोशिशें हो गईं। कृपया थोड़ी देर बाद कोशिश करें।'
export const wentWrong: string = 'कुछ गड़बड़ हो गई। कृपया फिर कोशिश करें।'
export const tooSlow: string = 'अभी इसमें बहुत समय लग रहा है। कृपया फिर कोशिश करें।'
export const databaseAway: string = 'डेटाबेस से संपर्क नहीं हो पा रहा है। कृपया फिर कोशिश करें।'
export const startFee: string = 'शुरू करने का शुल्क'
export const chargingFee: string = 'चार्जिंग शुल्क'
export const whileCharging: string = 'चार्जिंग के दौरान'
export const afterFull: string = 'गाड़ी पूरी चार्ज होने के बाद लगी रहने पर'
export const lineEnergy: string = 'बिजली'
export const lineTime: string = 'समय'
export const lineNoPrice: string = 'कोई दर नहीं'
export const lineNotCharged: string = 'नहीं ली गई राशि'
export const refundTimes = (a: { days: number; method: string; usual: string; longest: string }) =>
  `पिछले ${p(a.days, { one: `${n(a.days)} दिन`, other: `${n(a.days)} दिनों` })} में ${a.method} से रिफ़ंड आने में आम तौर पर ${a.usual} और ज़्यादा से ज़्यादा ${a.longest} लगे।`
export const underMinute: string = 'एक मिनट से कम'
export const minutes = (a: { n: number }) => `${p(a.n, { one: `${n(a.n)} मिनट`, other: `${n(a.n)} मिनट` })}`
export const hours = (a: { n: number }) => `${p(a.n, { one: `${n(a.n)} घंटा`, other: `${n(a.n)} घंटे` })}`
export const days = (a: { n: number }) => `${p(a.n, { one: `${n(a.n)} दिन`, other: `${n(a.n)} दिन` })}`
