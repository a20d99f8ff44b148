// Imports on a real database: what each kind makes, what a second import changes, refusals in words, death between two
// batches, and taking back.
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { HttpFailure } from '@wattdesk/wire/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { workImport } from './import-work.commands.ts'
import type { ImportKind } from './network-import.words.ts'
import { importsOf } from './test-import.ts'

let t: TestApp
let me: ReturnType<typeof importsOf>
beforeAll(async () => {
  t = await startApp()
  me = importsOf(t)
})
afterAll(() => t.close())

const FILES: Record<ImportKind, { file: string; changed: [from: string, to: string] }> = {
  sites: {
    file: 'Zone Name;Load Value;Load Unit\nDepot;120,5;kw\nYard;80;A\n',
    changed: ['80', '90'],
  },
  'price-groups': {
    file: 'Name,Price Type,Price per kWh,Start fee\nSunny,kwh,18.5,5\nNight,kwh,9,\n',
    changed: ['9,', '10,'],
  },
  chargers: {
    file: 'Charger ID,Name,Lat,Lng,Site,City,Connector 1 Type,Connector 1 kW,Connector 1 Price Group\nIMP-1,One,12.9,77.6,Depot,Bengaluru,ccs type 2,60,Sunny\nIMP-2,Two,12.8,77.5,,Mysuru,Type 2,22,night\n',
    changed: ['Two', 'Second'],
  },
  drivers: {
    file: 'First Name,Last Name,Email,Phone,Lat,Lng,City\nAsha,Rao,asha@fleet.example,+91 9876543210,12.9,77.6,Bengaluru\nRavi,Das,,98765-11111,12.9,77.6,\n',
    changed: ['Das', 'Dash'],
  },
  vehicles: {
    file: 'License Plate,Make,Model,Type,Usage Type,Owner Name,Year\nKA-01-AB-1,Tata,Nexon,car,commercial,Fleet,2024\nKA 01 AB 2,Ather,450,Bike,Private,Asha,2023\n',
    changed: ['Ather', 'Ola'],
  },
  tags: {
    file: 'UID,Parent Group,Expiry Date,Balance,Notes\nIMPTAG1,,2030-12-31,500,first\nIMPTAG2,imptag1,31/12/2031,,\n',
    changed: ['first', 'other'],
  },
}
const made = new Map<ImportKind, number>()

describe('each kind', () => {
  test.each(Object.keys(FILES) as ImportKind[])('%s: new, then equal, then changed; nothing by a check', async kind => {
    const { file, changed } = FILES[kind]
    const checked = await me.checked(kind, file)
    expect([checked.state, checked.counts, await me.refusals(checked.id)]).toEqual([
      'Checked',
      { new: 2, changed: 0, equal: 0, refused: 0 },
      [],
    ])
    // A check has made nothing, so that the next one says the same.
    expect((await me.checked(kind, file)).counts).toEqual({ new: 2, changed: 0, equal: 0, refused: 0 })
    const done = await me.run(checked.id, 'all')
    expect([done.state, done.done, done.fault]).toEqual(['Imported', 2, null])
    made.set(kind, checked.id)
    const again = await me.checked(kind, file)
    expect([again.counts, await me.refusals(again.id)]).toEqual([{ new: 0, changed: 0, equal: 2, refused: 0 }, []])
    const other = await me.checked(kind, file.replace(...changed))
    expect([other.counts, await me.refusals(other.id)]).toEqual([{ new: 0, changed: 1, equal: 1, refused: 0 }, []])
    const taken = await me.run(other.id, 'good')
    expect([taken.state, taken.done]).toEqual(['Imported', 1])
    expect((await me.checked(kind, file.replace(...changed))).counts.equal).toBe(2)
    // What was changed goes back to what it was.
    expect([(await me.takeBack(other.id)).state, (await me.checked(kind, file)).counts.equal]).toEqual([
      'Taken back',
      2,
    ])
  })

  test('records, balances and audit entries are those that a person would have made', async () => {
    const { rows } = await sql`select t.id_tag, t.kind, p.id_tag as parent, a.balance_paise::int as paise
      from ocpp_tag t left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk
      left join account a on a.kind = 'card' and a.ref = t.ocpp_tag_pk where t.id_tag like 'IMPTAG%' order by 1`.execute(
      t.db,
    )
    expect(rows).toEqual([
      { idTag: 'IMPTAG1', kind: 'prepaid', parent: null, paise: 50_000 },
      { idTag: 'IMPTAG2', kind: 'rfid', parent: 'IMPTAG1', paise: null },
    ])
    const { rows: entries } = await sql<{
      feature: string
      n: number
    }>`select feature, count(*)::int as n from audit_entry
      where action = 'create' and feature in ('Tag', 'ChargerPoint', 'ChargingSite', 'PriceGroup', 'Customers', 'Vehicle')
      group by 1 order by 1`.execute(t.db)
    expect(entries.map(e => e.n)).toEqual([2, 2, 2, 2, 2, 2])
    const { rows: chargers } = await sql`select c.chargepoint_id, z.zone_name, g.name from charger c
      left join charging_site z using (zone_id) join connector n using (chargepoint_pk)
      join price_group g on g.price_group_id = n.price_group_id where c.chargepoint_id like 'IMP-%' order by 1`.execute(
      t.db,
    )
    expect(chargers).toEqual([
      { chargepointId: 'IMP-1', zoneName: 'Depot', name: 'Sunny' },
      { chargepointId: 'IMP-2', zoneName: null, name: 'Night' },
    ])
    const { rows: bell } = await sql<{
      n: number
    }>`select count(*)::int as n from bell_notice where text like '%imported%'`.execute(t.db)
    expect(bell[0]?.n).toBeGreaterThan(5)
  })

  test('units in a Special Economic Zone are drivers and owners of vehicles as the form takes them, by code or in words', async () => {
    const business = (type: string, gstin = '29AAPFU0939F2ZQ') => `${gstin},Zone Works,1 Road,${type}`
    const drivers = (...types: string[]) =>
      `First Name,Last Name,Email,Lat,Lng,GSTIN,Legal Name,Business Address,Recipient Type\n${types
        .map((type, n) => `Zone,Works,zone${n}@unit.example,12.9,77.6,${type}\n`)
        .join('')}`
    const file = drivers(business('SEZWP'), business('"SEZ unit, with payment of tax"'), business(''))
    const checked = await me.checked('drivers', file)
    expect([checked.counts.new, await me.refusals(checked.id)]).toEqual([3, []])
    await me.run(checked.id, 'all')
    const { rows } = await sql<{ type: string | null }>`select recipient_type as type from driver
      where email like 'zone%@unit.example' order by email`.execute(t.db)
    expect(rows.map(r => r.type)).toEqual(['SEZWP', 'SEZWP', null])
    const wrong = await me.checked(
      'drivers',
      drivers(business('SEZWOP'), business('zone'), ',,,SEZWP').replaceAll('zone', 'unit'),
    )
    expect(await me.refusals(wrong.id)).toEqual([
      [2, expect.stringContaining('letter of undertaking')],
      [3, 'Recipient Type should be one of SEZWP, SEZWOP'],
      [4, 'Please enter the GSTIN of the unit in the Special Economic Zone'],
    ])
    const vehicles = await me.checked(
      'vehicles',
      'License Plate,Make,Model,Type,Usage Type,Owner Name,Year,Owner GSTIN,Owner Legal Name,Owner Business Address,Owner Recipient Type\n' +
        `KA-09-ZZ-1,Tata,Nexon,car,commercial,Fleet,2024,${business('"SEZ unit, with payment of tax"')}\n`,
    )
    expect([vehicles.counts.new, await me.refusals(vehicles.id)]).toEqual([1, []])
  })

  test('what is in use is not taken back, and all stays; what is not, goes', async () => {
    const id = (kind: ImportKind) => made.get(kind) ?? 0
    const sites = await me.takeBack(id('sites'))
    expect([sites.state, sites.fault]).toEqual([
      'Imported',
      'Line 2: Charging site Depot has charge points. Nothing was taken back.',
    ])
    await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, at)
      select company_id, team_id, chargepoint_pk, 1, 'connected', now() from charger where chargepoint_id = 'IMP-2'`.execute(
      t.db,
    )
    expect((await me.takeBack(id('chargers'))).fault).toBe(
      'Line 3: Charge point IMP-2 has been connected. Nothing was taken back.',
    )
    await sql`delete from connection_history`.execute(t.db)
    await sql`insert into session_tag (ocpp_tag_pk, id_tag) select ocpp_tag_pk, id_tag from ocpp_tag where id_tag = 'IMPTAG2'`.execute(
      t.db,
    )
    expect((await me.takeBack(id('tags'))).fault).toBe(
      'Line 3: RFID tag IMPTAG2 has a session. Nothing was taken back.',
    )
    await sql`delete from session_tag`.execute(t.db)
    // What others name goes last.
    for (const kind of ['tags', 'vehicles', 'drivers', 'chargers', 'price-groups', 'sites'] as const) {
      const back = await me.takeBack(id(kind))
      expect([kind, back.state, back.done, back.fault]).toEqual([kind, 'Taken back', 0, null])
      expect((await me.checked(kind, FILES[kind].file)).counts.new).toBe(2)
    }
    const { rows } = await sql<{
      paise: number
      n: number
    }>`select sum(case side when 'D' then amount_paise else -amount_paise end)::int as paise,
      count(*)::int as n from entry e join posting p using (posting_id) where p.idempotency_key like 'card:%'`.execute(
      t.db,
    )
    expect(rows).toEqual([{ paise: 0, n: 4 }])
    const { rows: left } = await sql<{
      n: number
    }>`select count(*)::int as n from account a join ocpp_tag t on a.kind = 'card'
      and a.ref = t.ocpp_tag_pk where a.balance_paise <> 0 and t.id_tag like 'IMPTAG%'`.execute(t.db)
    expect(left).toEqual([{ n: 0 }])
  })
})

/** Rows that say all that a file of their kind can say, in the ways in which people write it. */
const WIDE: Readonly<Record<ImportKind, string>> = {
  sites: "Zone Name;Load Value;Load Unit;Load Balancing\n Wide  Depot ;120,5;KW;Ja\n'=Odd;80;a;no\nPlain;1000,55;A;\n",
  'price-groups':
    'Name,Description,Price Type,Price per kWh,Price per Hour,fixedFeeStarting,fixedFeeCharging,minuteFeeCharging,idealFeeFullyCharged\n' +
    "Wide kWh,  All  of it ,KWH,18.5,20,5,1,0.5,2\nWide Hour,,hr,18.5,20,,,,\nWide Minute,,min,,2.50,0,,,\n'-Minus,'=Notes,kwh,9,0,,,,\n",
  chargers:
    'Charger ID,Name,Charger Type,Access Level,Registration Status,Site,Lat,Lng,Street,House Number,Zip Code,City,State,Serial,Operator Phone,Operator Email,Show on Portal,Amenities,Description,Notes,Connector 1 Type,Connector 1 Power (kW),Connector 1 Voltage (V),Connector 1 Price Group,Connector 1 Name,Connector 2 Type,Connector 2 Power (kW),Connector 2 Price Group\n' +
    "WIDE-1, One  two ,dc,semi-public,pending,'=odd,12.97561234567,77.60501234567,MG Road,12 a,560001,Bengaluru,karnataka,SN-1,+91 9876543210,OPS@Fleet.Example,no,,Says  much,Note,ccs TYPE 2,60.25,400,'-minus,Left,Type 2,22,wide hour\n" +
    'WIDE-2,Two,AC,Public,Accepted,,12.9,77.6,,,,,,,,,yes,,,,Type 2,7.4,,Wide kWh,,,,\n',
  drivers:
    'First Name,Last Name,Email,Phone,Lat,Lng,Street,House Number,Zip Code,City,State\n' +
    " Asha ,van  Rao,ASHA.Wide@Fleet.Example,+91 9876543211,12.97561234567,77.60501234567,MG Road,12,560001,Bengaluru,Karnataka\nRavi,Wide,,'+91 9876543212,12.9,77.6,,,,,\nMina,Wide,mina@fleet.example,,12.9,77.6,,,,,\n",
  vehicles:
    'License Plate,Make,Model,Type,Usage Type,Owner Name,Year,insurance_expiry_date\n ka-01 wd 1, Tata  Motors ,Nexon,CAR,COMMERCIAL,Fleet,2024,31/03/2031\nKA 01 WD 2,Ather,450,Bike,private,Asha,2023,2031-03-31\n',
  tags: "UID,Parent Group,Expiry Date,Max Active Transactions,Balance,Notes\nWidetag1,,2030-12-31,3,500.50, first  note \nwideTAG2,WIDETAG1,31/12/2031,0,0,'=Notes\nWIDETAG3,,,-1,,\n'-WIDE4,,,,,\n",
}

describe('the same file again', () => {
  test.each(Object.keys(WIDE) as ImportKind[])('%s: says of each row that nothing changes', async kind => {
    const file = WIDE[kind]
    const first = await me.checked(kind, file)
    expect([first.state, await me.refusals(first.id)]).toEqual(['Checked', []])
    expect((await me.run(first.id, 'all')).state).toBe('Imported')
    const again = await me.checked(kind, file)
    expect([again.counts, await me.refusals(again.id)]).toEqual([
      { new: 0, changed: 0, equal: first.total, refused: 0 },
      [],
    ])
  })
})

test('a list of tags as it was exported: times in the zone of its header, the notice of test mode left out', async () => {
  const file = `\ufeffRFID Tag,Parent Group,Expiry Date (America/New_York),Max Active Transactions,Balance,Status,Notes\r\nEXPORTED1,,2031-06-30 20:00:00,2,0,Active,'-as written\r\n${TEST_NOTICE}\r\n`
  const first = await me.checked('tags', file)
  expect([first.counts, await me.refusals(first.id)]).toEqual([{ new: 1, changed: 0, equal: 0, refused: 0 }, []])
  await me.run(first.id, 'all')
  const { rows } = await sql`select expires_at, note from ocpp_tag where id_tag = 'EXPORTED1'`.execute(t.db)
  expect(rows).toEqual([{ expiresAt: new Date('2031-07-01T00:00:00Z'), note: '-as written' }])
  expect((await me.checked('tags', file)).counts.equal).toBe(1)
})

describe('refused rows', () => {
  test('each with its reason; the file of refused rows comes back with one more column and can be sent again', async () => {
    const file = `Tag;Balance Amount;Notes\nGOOD1;10;\nGOOD1;20;\n=1+1;5;\n${'X'.repeat(21)};;\nBAD2;viel;\n${t.world.otherTag};;\n4,02E+15;;\nGOOD2;;=HYPERLINK(x)\nGOOD3;5;x;more\n`
    const checked = await me.checked('tags', file)
    expect(checked.counts).toEqual({ new: 1, changed: 0, equal: 0, refused: 8 })
    expect(await me.refusals(checked.id)).toEqual([
      [3, 'The same key stands on line 2'],
      [4, 'RFID Tag begins like a formula. Please put an apostrophe before it'],
      [5, 'RFID Tag ID should be 20 characters or less'],
      [6, 'Balance Amount must be a number'],
      [7, 'RFID Tag already exists'],
      [8, expect.stringContaining('is a number that a spreadsheet has shortened')],
      [9, 'Notes begins like a formula. Please put an apostrophe before it'],
      [10, 'The row has 4 cells, the header 3'],
    ])
    const all = await me.ask('POST', `/cms/v1/network-import/${checked.id}/run`, { mode: 'all' })
    expect([all.status, all.message]).toEqual([409, expect.stringContaining('Rows are refused')])
    expect((await me.run(checked.id, 'good')).done).toBe(1)
    const sent = await t.app.inject({
      url: `/cms/v1/network-import/${checked.id}/refused`,
      headers: await t.as('admin'),
    })
    expect(sent.headers['content-disposition']).toContain('file-refused.csv')
    const lines = sent.payload.trim().split('\r\n')
    expect([lines[0], lines.length]).toEqual(['Tag,Balance Amount,Notes,Reason of refusal', 9])
    expect((await me.checked('tags', sent.payload)).total).toBe(8)
  })

  test('texts that begin like formulas come back guarded, and are the same texts when the mended file is sent', async () => {
    const drivers =
      '-First,Last Name,Email,Phone,Lat,Lng\n+Plus,Rao,guard@fleet.example,+91 9000000001,200,77.6\n=Sum,Das,guard2@fleet.example,+91 9000000002,12.9,77.6\n'
    const { data } = await me.send('drivers', drivers)
    const columns = { ...data.columns, firstName: 0 }
    await me.ask('POST', `/cms/v1/network-import/${data.id}/check`, { columns })
    await workImport(t.services, data.id)
    expect(await me.refusals(data.id)).toEqual([
      [2, expect.stringMatching(/^First Name begins like a formula/)],
      [3, expect.stringMatching(/^First Name begins like a formula/)],
    ])
    const sent = await t.app.inject({
      url: `/cms/v1/network-import/${data.id}/refused`,
      headers: await t.as('admin'),
    })
    const lines = sent.payload.split('\r\n')
    expect(lines[0]).toBe("'-First,Last Name,Email,Phone,Lat,Lng,Reason of refusal")
    expect(lines[1]).toMatch(/^'\+Plus,Rao,guard@fleet.example,'\+91 9000000001,200,77.6,/)
    // The latitude is mended; all else stays as it came back.
    const mended = await me.send('drivers', sent.payload.replace('200,77.6', '12.9,77.6'))
    expect(mended.data.headers[0]).toBe('-First')
    await me.ask('POST', `/cms/v1/network-import/${mended.data.id}/check`, {
      columns: { ...mended.data.columns, firstName: 0 },
    })
    await workImport(t.services, mended.data.id)
    expect([await me.refusals(mended.data.id), (await me.run(mended.data.id, 'all')).done]).toEqual([[], 2])
    const { rows } = await sql`select first_name, phone from driver where email like 'guard%' order by phone`.execute(
      t.db,
    )
    expect(rows).toEqual([
      { firstName: '+Plus', phone: '+91 9000000001' },
      { firstName: '=Sum', phone: '+91 9000000002' },
    ])
  })

  test('a price group of another company is one that is not there; so is an id of another company', async () => {
    await sql`insert into price_group (company_id, team_id, name, description) select id, id, 'Theirs', '' from team
      where id = ${t.world.two.companyId}`.execute(t.db)
    const file = `Charger ID,Name,Lat,Lng,Connector 1 Type,Connector 1 kW,Connector 1 Price Group\nMINE-1,One,12.9,77.6,Type 2,22,Theirs\n${t.world.chargers.other.id},Two,12.8,77.5,Type 2,22,\n`
    const checked = await me.checked('chargers', file)
    expect(await me.refusals(checked.id)).toEqual([
      [2, 'There is no price group Theirs'],
      [3, expect.any(String)],
    ])
    expect(JSON.stringify(await me.rows(checked.id))).not.toMatch(/operator two|company/i)
  })

  test('columns must be there, and once; a file that cannot be read says why', async () => {
    const { data } = await me.send('sites', 'Name;Value\nDepot;3\n')
    const r = await me.ask('POST', `/cms/v1/network-import/${data.id}/check`, { columns: { zoneName: 0, wrong: 1 } })
    expect([r.status, r.errors]).toEqual([
      422,
      {
        'columns.wrong': 'There is no column wrong',
        'columns.loadBalancingValue': 'Please choose the column for Load Value',
        'columns.loadBalancingUnit': 'Please choose the column for Load Unit',
      },
    ])
    expect((await me.send('sites', '')).message).toBe('The file is empty.')
    expect((await me.send('sites', 'a;b\n"1;2\n')).status).toBe(422)
  })
})

describe('who may', () => {
  test('a viewer sends nothing, a stranger sees nothing', async () => {
    expect((await importsOf(t, 'viewer').send('tags', FILES.tags.file)).status).toBe(403)
    expect((await importsOf(t, 'stranger').send('tags', FILES.tags.file)).status).toBe(404)
    const { data } = await me.send('tags', FILES.tags.file)
    expect((await importsOf(t, 'stranger').get(data.id)).status).toBe(404)
    const listed = await importsOf(t, 'stranger').ask('GET', '/cms/v1/network-imports')
    expect([listed.status, listed.data]).toEqual([200, []])
    const mine = await me.ask('GET', '/cms/v1/network-imports')
    expect((mine.data as unknown as { id: number }[])[0]?.id).toBe(data.id)
  })
})

describe('a node that dies', () => {
  const many = (n: number, prefix: string) =>
    `Tag,Balance Amount\n${Array.from({ length: n }, (_, i) => `${prefix}${i},${i % 100 === 7 ? 'bad' : 1}`).join('\n')}\n`
  const dies = (after: number) => {
    let batches = 0
    return {
      between: () => {
        if (++batches === after) throw new Error('killed')
      },
    }
  }

  test('between batches of a check and of good rows: nothing twice, nothing forgotten', async () => {
    const { data } = await me.send('tags', many(1700, 'K'))
    await me.ask('POST', `/cms/v1/network-import/${data.id}/check`, { columns: data.columns })
    await expect(workImport(t.services, data.id, dies(2))).rejects.toThrow('killed')
    expect((await me.get(data.id)).data.place).toBe(1000)
    await workImport(t.services, data.id)
    expect((await me.get(data.id)).data.counts).toEqual({ new: 1683, changed: 0, equal: 0, refused: 17 })
    await me.ask('POST', `/cms/v1/network-import/${data.id}/run`, { mode: 'good' })
    await expect(workImport(t.services, data.id, dies(1))).rejects.toThrow('killed')
    // Two attempts at once are one.
    await Promise.all([workImport(t.services, data.id), workImport(t.services, data.id)])
    const done = (await me.get(data.id)).data
    expect([done.state, done.done]).toEqual(['Imported', 1683])
    const { rows } = await sql`select count(*)::int as tags, count(distinct lower(id_tag))::int as texts,
      (select count(*)::int from posting where idempotency_key like 'card:%' and note = 'Balance of a new card'
        and event_at > now() - interval '1 hour' and posting_id in (select e.posting_id from entry e join account a using (account_id)
          join ocpp_tag x on x.ocpp_tag_pk = a.ref and a.kind = 'card' and x.id_tag like 'K%')) as postings
      from ocpp_tag where id_tag like 'K%' and deleted_at is null`.execute(t.db)
    expect(rows).toEqual([{ tags: 1683, texts: 1683, postings: 1683 }])
    const { rows: entries } =
      await sql`select count(*)::int as n, count(distinct record_id)::int as records from audit_entry
      where feature = 'Tag' and action = 'create' and after->>'tag' like 'K%'`.execute(t.db)
    expect(entries).toEqual([{ n: 1683, records: 1683 }])
    const { rows: told } =
      await sql`select count(*)::int as n from bell_notice where about like ${`network-import-${data.id}-%`}`.execute(
        t.db,
      )
    // A check that went through is no news, and of an import the last end alone is told.
    expect(told).toEqual([{ n: 1 }])
    expect((await me.takeBack(data.id)).state).toBe('Taken back')
  })

  test('in the middle of all or nothing: nothing is there, and the next attempt makes all', async () => {
    const file = many(1200, 'L').replaceAll('bad', '2')
    const { id } = await me.checked('tags', file)
    await me.ask('POST', `/cms/v1/network-import/${id}/run`, { mode: 'all' })
    await expect(workImport(t.services, id, dies(2))).rejects.toThrow('killed')
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from ocpp_tag where id_tag like 'L%'`.execute(t.db)).rows[0]
        ?.n
    expect(await count()).toBe(0)
    await workImport(t.services, id)
    expect([await count(), (await me.get(id)).data.done]).toEqual([1200, 1200])
  })
  test('one that stopped on its way stays so where what it made is in use and cannot be taken back', async () => {
    const { id } = await me.checked('tags', many(1200, 'M'))
    const lost = () => {
      throw new HttpFailure(403, 'The right is gone')
    }
    const stopped = await me.run(id, 'good', { between: lost })
    expect([stopped.state, stopped.fault, stopped.done]).toEqual(['Stopped', 'The right is gone', 500])
    await sql`insert into session_tag (ocpp_tag_pk, id_tag) select ocpp_tag_pk, id_tag from ocpp_tag where id_tag = 'M1'`.execute(
      t.db,
    )
    const back = await me.takeBack(id)
    expect([back.state, back.done]).toEqual(['Stopped', 500])
    expect(back.fault).toMatch(/RFID tag M1 has a session. Nothing was taken back.$/)
    await sql`delete from session_tag`.execute(t.db)
    expect((await me.takeBack(id)).state).toBe('Taken back')
  })
})

describe('taking back compares with what the import left', () => {
  const tagsFile =
    'Tag,Parent Group,Expiry Date,Max Active Transactions,Notes\nBACK1,,2031-01-31,2,first\nBACK2,back1,,,\n'
  const changes: [what: string, change: object][] = [
    ['another note', { note: 'by hand' }],
    ['another end', { expirydate: '2032-02-29' }],
    ['another maximum', { max_active_trans_count: 5 }],
  ]
  test.each(changes)('an RFID tag with %s is not deleted; with its former values it is', async (_, change) => {
    const first = await me.checked('tags', tagsFile)
    const { id } = await me.run(first.id, 'all')
    const { rows } = await sql<{ id: number }>`select ocpp_tag_pk as id from ocpp_tag
      where id_tag = 'BACK1' and deleted_at is null`.execute(t.db)
    const url = `/cms/v1/tag/${rows[0]?.id}`
    const was = { tag: 'BACK1', expirydate: '2031-01-31', max_active_trans_count: 2, note: 'first' }
    const put = async (payload: object) =>
      (await t.app.inject({ method: 'PUT', url, headers: await t.as('admin'), payload })).statusCode
    expect(await put({ ...was, ...change })).toBe(200)
    const kept = await me.takeBack(id)
    expect([kept.state, kept.done, kept.fault]).toEqual([
      'Imported',
      2,
      'Line 2: RFID tag BACK1 was changed after the import. Nothing was taken back.',
    ])
    expect(await put(was)).toBe(200)
    expect([(await me.takeBack(id)).state]).toEqual(['Taken back'])
  })

  test('an import of an earlier version, which kept nothing of new tags, says by its rows how it left them', async () => {
    const { id } = await me.run((await me.checked('tags', tagsFile)).id, 'all')
    await sql`update network_import_row set after = null where network_import_id = ${id}`.execute(t.db)
    await sql`update ocpp_tag set note = 'by hand' where id_tag = 'BACK2' and deleted_at is null`.execute(t.db)
    expect((await me.takeBack(id)).fault).toBe(
      'Line 3: RFID tag BACK2 was changed after the import. Nothing was taken back.',
    )
    await sql`update ocpp_tag set note = '' where id_tag = 'BACK2' and deleted_at is null`.execute(t.db)
    expect((await me.takeBack(id)).state).toBe('Taken back')
  })

  const later: [ImportKind, string, [string, string], string][] = [
    ['tags', 'Tag,Notes\nLater1,first\n', ['first', 'second'], 'RFID tag Later1'],
    ['sites', 'Zone Name,Load Value,Load Unit\nLater Yard,80,A\n', ['80', '90'], 'Charging site Later Yard'],
    [
      'vehicles',
      'License Plate,Make,Model,Type,Usage Type,Owner Name,Year\nKA-09-LA-1,Tata,Nexon,car,Private,Asha,2024\n',
      ['Tata', 'Ola'],
      'Vehicle KA-09-LA-1',
    ],
    [
      'drivers',
      'First Name,Last Name,Email,Lat,Lng\nAsha,Later,Later@fleet.example,12.9,77.6\n',
      ['Later,', 'Rao,'],
      'Driver Later@fleet.example',
    ],
    ['price-groups', 'Name,Price Type,Price per kWh\nLater price,kwh,9\n', [',9', ',10'], 'Price group Later price'],
  ]
  test.each(later)(
    '%s: what a later import has changed stays until that one is taken back',
    async (kind, file, other, name) => {
      const first = await me.run((await me.checked(kind, file)).id, 'all')
      const second = await me.run((await me.checked(kind, file.replace(...other))).id, 'all')
      expect([first.done, second.done]).toEqual([1, 1])
      expect((await me.takeBack(first.id)).fault).toBe(
        `Line 2: ${name} was changed after the import. Nothing was taken back.`,
      )
      expect((await me.takeBack(second.id)).state).toBe('Taken back')
      expect((await me.takeBack(first.id)).state).toBe('Taken back')
    },
  )

  test('a field that the file did not name counts too', async () => {
    const file = 'Zone Name,Load Value,Load Unit\nUnnamed Yard,80,A\n'
    const { id } = await me.run((await me.checked('sites', file)).id, 'all')
    await sql`update charging_site set is_load_balancing = true where zone_name = 'Unnamed Yard'`.execute(t.db)
    expect((await me.takeBack(id)).fault).toMatch(/^Line 2: Charging site Unnamed Yard was changed/)
    await sql`update charging_site set is_load_balancing = false where zone_name = 'Unnamed Yard'`.execute(t.db)
    expect((await me.takeBack(id)).state).toBe('Taken back')
  })

  test('values that are stored rounded are not taken for changes', async () => {
    const prices = await me.run(
      (await me.checked('price-groups', 'Name,Price Type,Price per kWh\nRounded,kwh,9\n')).id,
      'all',
    )
    const charger =
      'Charger ID,Name,Lat,Lng,Connector 1 Type,Connector 1 kW,Connector 1 Price Group\nROUND-1,One,13.399000000000001,77.59456271234567,CCS2,7.4567,Rounded\nROUND-2,Two,12.9,77.5,type2,22.123456,Rounded\n'
    const driver = 'First Name,Last Name,Email,Lat,Lng\nAsha,Round,round@fleet.example,12.9715987,77.5945627\n'
    for (const [kind, file] of [
      ['chargers', charger],
      ['drivers', driver],
    ] as const) {
      const checked = await me.checked(kind, file)
      expect(await me.refusals(checked.id)).toEqual([])
      const back = await me.takeBack((await me.run(checked.id, 'all')).id)
      expect([kind, back.state, back.fault]).toEqual([kind, 'Taken back', null])
    }
    expect((await me.takeBack(prices.id)).state).toBe('Taken back')
  })
})

test('a new charge point without a connector is refused with all that lacks', async () => {
  const { id } = await me.checked('chargers', 'Charger ID,Name,Lat,Lng\nBARE-1,One,12.9,77.6\n')
  expect(await me.refusals(id)).toEqual([
    [
      2,
      'Connector 1 Type is needed for a new charge point; Connector 1 Power (kW) is needed for a new charge point, or its voltage; Connector 1 Price Group is needed for a new charge point',
    ],
  ])
})

test('keys are shown as the file writes them', async () => {
  const { id } = await me.checked('tags', 'Tag\nWrittenTag\nWRITTENTAG\n')
  const { data } = await me.ask('GET', `/cms/v1/network-import/${id}/rows`)
  expect((data as unknown as { row_key: string }[]).map(r => r.row_key)).toEqual(['WrittenTag', 'WRITTENTAG'])
})

test('while it is taken back, and after, a second request says so', async () => {
  const { id } = await me.run((await me.checked('tags', 'Tag\nTwice1\n')).id, 'all')
  const ask = () => me.ask('POST', `/cms/v1/network-import/${id}/take-back`)
  expect((await ask()).status).toBe(200)
  const second = await ask()
  expect([second.status, second.message]).toEqual([409, 'This import is being taken back already'])
  await workImport(t.services, id)
  expect((await ask()).message).toBe('This import was taken back already')
})

describe('an account that is deleted', () => {
  test('while its import runs: it stops with its reason, somebody else goes on with it and takes it back', async () => {
    const other = importsOf(t, 'operator')
    const tags = Array.from({ length: 1200 }, (_, n) => `GONE${n}`)
    const checked = await other.checked('tags', `Tag\n${tags.join('\n')}\n`)
    const whole = await other.run((await other.checked('tags', 'Tag\nGONEWHOLE\n')).id, 'all')
    const { userIds } = t.world
    const stopped = await other
      .run(checked.id, 'good', {
        between: async () => void (await sql`delete from app_user where id = ${userIds.operator}`.execute(t.db)),
      })
      .catch(() => undefined)
    expect(stopped?.state).toBeUndefined()
    const { data } = await me.get(checked.id)
    expect([data.state, data.done, data.counts.new, data.username]).toEqual(['Stopped', 500, 1200, checked.username])
    expect(data.fault).toBe(`The account of ${checked.username} was deleted`)
    const all = await me.ask('POST', `/cms/v1/network-import/${checked.id}/run`, { mode: 'all' })
    expect([all.status, all.message]).toEqual([409, expect.stringContaining('Some rows are imported already')])
    const done = await me.run(checked.id, 'good')
    expect([done.state, done.done, done.place, done.username]).toEqual(['Imported', 1200, 1200, checked.username])
    expect([(await me.takeBack(checked.id)).state, (await me.takeBack(whole.id)).state]).toEqual([
      'Taken back',
      'Taken back',
    ])
    expect((await me.get(whole.id)).data.taken_back_by).not.toBe(checked.username)
  })
})
