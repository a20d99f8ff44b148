// usage: node shoot.mjs base outdir "path1,path2" [width] [scheme]
import { chromium } from 'playwright-core'
const [base, out, list, width='1440', scheme='light', user='root', pass='Wattdesk@2026'] = process.argv.slice(2)
import { mkdirSync } from 'node:fs'
mkdirSync(out,{recursive:true})
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']})
const c = await b.newContext({viewport:{width:+width,height:+width<500?844:900},colorScheme:scheme,timezoneId:'Asia/Kolkata',locale:'en-IN',reducedMotion:'reduce'})
const p = await c.newPage()
await p.goto(base+'/login'); await p.getByLabel('Username').fill(user); await p.getByLabel('Password',{exact:true}).fill(pass); await p.getByRole('button',{name:'Sign In'}).click(); await p.waitForURL(/dashboard/)
for (const path of list.split(',')) { await p.goto(base+path); await p.waitForTimeout(2500); const f=`${out}/${path.replace(/[^\w]+/g,'_')}-${width}-${scheme}.png`; await p.screenshot({path:f, fullPage:process.env.FULL==='1'}); console.log(f) }
await b.close()
