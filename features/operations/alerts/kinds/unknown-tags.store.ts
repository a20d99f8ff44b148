// Cards that nobody knows were refused at a charger: a list that is missing, or somebody who tries cards.
import { sql } from 'kysely'
import { alertKind, CHARGERS_WITH_STATE, isInService, isMeant, ofCharger } from '../alert-kind.store.ts'
import { unknownTagsPast } from '../alert-past-partly.store.ts'

export const unknownTags = alertKind({
  id: 'unknown-tags',
  title: 'Unknown tags refused',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { tags: { label: 'Unknown tags in a day', unit: 'or more', default: 3, min: 1, max: 1000 } },
  candidates: look => sql`select ${ofCharger(sql`u.first_at`, sql`jsonb_build_object('tags', u.tags)`, sql`u.last_at`)}
    from ${CHARGERS_WITH_STATE} join (select u.chargepoint_pk, count(*) as tags, min(u.last_at) as first_at, max(u.last_at) as last_at
      from unknown_tag u where u.last_at > ${look.now}::timestamptz - interval '24 hours' group by 1) u using (chargepoint_pk)
    where ${isInService} and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`(x.facts->>'tags')::int >= ${p.tags}`,
  past: (p, look) => unknownTagsPast(p, look),
  onNews: 'nothing',
  unkept:
    'Of an unknown tag its first and last refusal at a charge point are kept, and nothing of tags that were made since: there may have been more.',
  opens: 'as many different unknown tags as the rule says were refused at a charge point within 24 hours',
  closes: 'there are fewer of them within 24 hours',
  text: (name, f) => `${name} refused ${f.tags} unknown ${f.tags === 1 ? 'tag' : 'tags'} within a day`,
  over: 'It has refused fewer within a day',
  step: { text: 'See the unknown tags', needs: ['Tag.view'], to: () => '/tag/unknown' },
})
