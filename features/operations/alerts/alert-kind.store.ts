// A kind of alert: one object says all of it, in a file of its own (kinds/). The catalogue in alert-kinds.store.ts names them.
import type { Right } from '@wattdesk/base/access'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { connectorWordsSql } from '#fleet/stations/evse.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Severity, SubjectKind } from './alert.words.ts'
import type { KindCost } from './alert-cost.rules.ts'
import type { AlertPart } from './alert-rounds.rules.ts'

/** A figure that a rule sets, in whole numbers of its unit. */
type Parameter = { label: string; unit: string; default: number; min: number; max: number }

/**
 * The moment of a look, with the zone of business days. `chargers`: only what concerns them; `part`: only these subjects, of a
 * kind that is looked at in parts; neither: everything.
 */
export type AlertLook = {
  now: Date
  zone: string
  chargers?: readonly number[] | undefined
  part?: AlertPart | undefined
}

/**
 * The days of a trial: what opened from `from` to `now`; `since`, some days earlier, is how far back to read. The chargers of
 * the trial are there as `m`, a common table expression `mine`; `within`: rows of other tables.
 */
export type PastLook = {
  from: Date
  now: Date
  since: Date
  zone: string
  within: (alias: string) => RawBuilder<boolean>
}

/** What the words of an alert are made of: facts that its kind has found. */
export type AlertFacts = Readonly<Record<string, string | number | null>>
/** The subject of an alert, by its numbers. */
type Subject = {
  chargepointPk: number | null
  connectorId: number | null
  zoneId: number | null
  transactionId: number | null
}

/** A right without which the step cannot be taken; any one of a list. All needs of a step have to be met. */
type StepNeed = Right | readonly Right[]

export type AlertKind<P extends string = string> = {
  /** Never changed: rules and alerts are stored with it. */
  id: string
  title: string
  group: 'Charge Points' | 'Connectors' | 'Sites' | 'Sessions' | 'Money' | 'Installation'
  severity: Severity
  subject: SubjectKind
  parameters: Readonly<Record<P, Parameter>>
  /**
   * Selects everything for which the cause may hold, whatever the rule: the columns of `ofCharger`. `happened_at` is null for
   * a cause that lasts; of something that happens, when it last happened: a later moment is another occurrence. The rules of
   * the kind are there as `r`.
   */
  candidates: (look: AlertLook) => RawBuilder<unknown>
  /** When a rule with these parameters is about the candidate `x`. */
  holds: (p: Readonly<Record<P, RawBuilder<number>>>, look: AlertLook) => RawBuilder<boolean>
  /**
   * What news of a charger does to such alerts of it at once; the sweep of each minute does everything. `closes` is for causes
   * that only a look at all chargers finds.
   */
  onNews: 'opens and closes' | 'closes' | 'nothing'
  /** What the product itself has stored of chargers: it holds whether or not they are connected. */
  isStored?: true
  /** What was reported may still hold while the charger is away for a moment: such alerts do not close by that alone. */
  outlastsAbsence?: true
  /** How often the sweep looks, where the figures behind it change by the hour or day; missing: each minute. */
  everyMinutes?: number
  /** Such a look may take the subjects in parts, by their numbers, the 12 of 'charger 12': in a large fleet no sweep does all. */
  inParts?: true
  /**
   * The stretches of the last days in which the cause was there for a rule with these figures, in the columns of `spellOf`
   * (alert-past.store.ts): from when the rule would have held, until it would not. Missing: nothing of that is kept.
   */
  past?: (p: Readonly<Record<P, number>>, look: PastLook) => RawBuilder<unknown>
  /** Which part of the past is not kept and why, in one sentence; of a kind without `past`, why none of it is. */
  unkept?: string
  /** What such an alert has cost so far; missing: it cannot be known. */
  cost?: KindCost
  /** 'Opens when …' and 'Closes when …', for the catalogue: clauses without a point. */
  opens: string
  closes: string
  /** SQL: names the cause by the facts. Where the cause changes while the alert is open, the history names the new one. */
  causeSql?: (facts: RawBuilder<unknown>) => RawBuilder<string>
  /** What happened, in a sentence that begins with the subject's name. */
  text: (name: string, facts: AlertFacts) => string
  /** Why it closes by itself; as SQL over the alert `a` where its cause can go in several ways (alert-over.store.ts). */
  over: string | ((look: AlertLook) => RawBuilder<string>)
  /** The one next step, the rights that it takes, and the page of the portal where it is taken. */
  step: {
    text: string
    /** Other words, where the facts call for another step. */
    says?: (facts: AlertFacts) => string | undefined
    needs: readonly StepNeed[]
    to: (s: Subject, facts: AlertFacts) => string
  }
}
/** The next step of an alert in words. */
export const stepText = ({ step }: AlertKind, facts: AlertFacts): string => step.says?.(facts) ?? step.text
/** A step that sends a charger an operation. */
export const toOperation =
  (operation: string) =>
  ({ chargepointPk }: Subject): string =>
    `/charger/${chargepointPk}?tab=remote_operations&operation=${operation}`
/** Keeps the names of the parameters for `holds`. */
export const alertKind = <P extends string>(kind: AlertKind<P>): AlertKind => kind as unknown as AlertKind

/** Whether a number belongs to a part. */
const isInPart = ({ no, of }: AlertPart, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${key} % ${of}::int = ${no}::int`
/** Whether a charger, as SQL of its key, is meant by the look; of a kind in parts, its subject. */
export const isMeant = (look: AlertLook, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  look.chargers
    ? sql<boolean>`${key} = any(${ints([...look.chargers])})`
    : look.part
      ? isInPart(look.part, key)
      : sql<boolean>`true`

/** So many minutes, hours or days ago, as SQL; the number is a parameter of the rule. */
export const ago = (look: AlertLook, n: RawBuilder<number>, unit: 'mins' | 'hours' | 'days'): RawBuilder<Date> =>
  sql<Date>`${look.now}::timestamptz - make_interval(${sql.raw(unit)} => ${n}::int)`

/**
 * The connector of a candidate. A charger may name one beyond what the column of alerts holds; the alert is then of the
 * charger as a whole, and its session or subject still says which.
 */
export const atConnector = (id: RawBuilder<unknown>) =>
  sql`case when ${id} between 0 and 32767 then ${id}::smallint end as connector_id`

/** The columns of a candidate that is a charger `c`: `since`, and `facts` as JSON. */
export const ofCharger = (since: RawBuilder<unknown>, facts = sql`'{}'::jsonb`, happenedAt = sql`null::timestamptz`) =>
  sql`c.company_id, c.team_id, 'charger ' || c.chargepoint_pk as subject, c.chargepoint_pk, null::smallint as connector_id,
    c.zone_id, null::int as transaction_id, c.chargepoint_id as subject_name, ${since} as since, ${happenedAt} as happened_at,
    ${facts} as facts`
/** The same of connector `n` of charger `c`. */
export const ofConnector = (since: RawBuilder<unknown>, facts = sql`'{}'::jsonb`) =>
  sql`c.company_id, c.team_id, 'connector ' || c.chargepoint_pk || '/' || n.connector_id as subject, c.chargepoint_pk,
    ${atConnector(sql`n.connector_id`)}, c.zone_id, null::int as transaction_id,
    c.chargepoint_id || ', ' || ${connectorWordsSql('n')} as subject_name, ${since} as since, null::timestamptz as happened_at,
    ${facts} as facts`
/** The same of session `r`, at the site of its charger. */
export const ofSession = (since: RawBuilder<unknown>, facts = sql`'{}'::jsonb`) =>
  sql`r.company_id, r.team_id, 'session ' || r.transaction_id as subject, r.chargepoint_pk, ${atConnector(sql`r.connector_id`)},
    (select c.zone_id from charger c where c.chargepoint_pk = r.chargepoint_pk) as zone_id, r.transaction_id, 'Session ' || r.transaction_id as subject_name, ${since} as since,
    null::timestamptz as happened_at, ${facts} as facts`
/** The same of something that belongs to team `m`, and to no charger: 'wallet 12', with its name. */
export const ofTeam = (o: {
  subject: RawBuilder<unknown>
  name: RawBuilder<unknown>
  since: RawBuilder<unknown>
  facts: RawBuilder<unknown>
  happenedAt?: RawBuilder<unknown>
  zoneId?: RawBuilder<unknown>
}) =>
  sql`m.company_id, m.id as team_id, ${o.subject} as subject, null::int as chargepoint_pk, null::smallint as connector_id,
    ${o.zoneId ?? sql`null`}::int as zone_id, null::int as transaction_id, ${o.name} as subject_name, ${o.since} as since,
    ${o.happenedAt ?? sql`null`}::timestamptz as happened_at, ${o.facts} as facts`
/** The greatest value of a parameter among the rules of a look, `r`: nothing beyond it need be found. */
export const mostOf = (name: string, missing: number): RawBuilder<number> =>
  sql<number>`(select max(coalesce((r.parameters->>${name})::numeric, ${missing}::numeric)) from r)`
/** The least. */
export const leastOf = (name: string, missing: number): RawBuilder<number> =>
  sql<number>`(select min(coalesce((r.parameters->>${name})::numeric, ${missing}::numeric)) from r)`
/** Chargers that people want in service. */
export const CHARGERS_WITH_STATE = sql`charger c join charger_state s using (chargepoint_pk)`
export const isInService = sql<boolean>`(c.deleted_at is null and c.is_active and c.registration_status = 'Accepted')`
