// Written by `npm run words` from packages/words/catalogues.
export default {
  closed: 'यह चार्जर तय रखरखाव के कारण बंद है। कृपया दूसरे चार्जर का उपयोग करें।',
}
