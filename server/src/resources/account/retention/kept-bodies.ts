import { type RawBuilder, sql } from 'kysely'
import { usual } from './retention.ts'

/**
 * True when the retention of the content of the email `e` with the progress `p` has ended. Checked where content is read, because its rows are
 * deleted a little later, and with the longest retention only with their partition.
 */
export const bodyIsOver: RawBuilder<boolean> = sql<boolean>`(
  p.status not in ('scheduled', 'processing', 'delivery_delayed') and (
    select e.created_at < now() - make_interval(days =>
      case when r.environment_id is not null then r.bodies_days
        when v.mode = 'live' then ${sql.lit(usual.live.bodies)}::integer else ${sql.lit(usual.test.bodies)}::integer end)
    from environments v left join retention r on r.environment_id = v.id where v.id = e.environment_id
  ) is true)`
