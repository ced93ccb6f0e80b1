import { useQuery } from '@tanstack/react-query'
import { isOpenable, resourceQueries, useChosenStation, useMay, useSeesWhole, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { ENDED_ORDERS, type FirstStep, FIRST_STEPS, isStarting } from './steps.ts'

/** Draws what a new company has to do until its first order; nothing once there is one, or for people who make no stations. */
export function FirstSteps() {
  const makesStations = useMay('assets.station:create')
  const seesOrders = useMay('charging.order:read')
  // To somebody who sees a part, what others have done long ago would look as if nobody had.
  const seesWhole = useSeesWhole()
  // They are about the whole company; whoever has chosen a station is beyond the first of them.
  const chosen = useChosenStation()
  return makesStations && seesOrders && seesWhole && chosen === null ? <Steps /> : null
}

const NEVER_AGAIN = { staleTime: Infinity }

function Steps() {
  const { t } = useWords()
  const { data: orders } = useQuery({
    ...resourceQueries.list(ORDERS, { page: 1, pageSize: 1, ...ENDED_ORDERS }),
    ...NEVER_AGAIN,
  })
  const { data: open } = useQuery(
    resourceQueries.list(STATIONS, {
      page: 1,
      pageSize: 1,
      'filter.status': ['open', 'resting', 'closed', 'maintenance'],
    }),
  )
  if (!isStarting(orders?.total, open?.total)) return null
  return (
    <section className="w-card fh-card" aria-labelledby="fh-first">
      <header className="fh-head">
        <h2 id="fh-first">{t('finance.home.firstSteps')}</h2>
      </header>
      <p className="w-quiet">{t('finance.home.firstStepsText')}</p>
      <ol className="fh-first">
        {FIRST_STEPS.map(step => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </section>
  )
}

const STATIONS = { name: 'assets.station', path: 'device/station' } as const
const ORDERS = { name: 'charging.order', path: 'charging/order' } as const

/** Draws one step with a tick when it is done, as a link to its page for those who may open it. */
function Step({ step: { key, resource, query, done, page } }: { step: FirstStep }) {
  const { t } = useWords()
  const reads = useMay(`${resource.name}:read`)
  const { data } = useQuery({ ...resourceQueries.list(resource, { page: 1, pageSize: 1, ...query }), enabled: reads })
  if (!reads) return null
  const isDone = (data?.total ?? 0) >= done
  const label = t(`finance.home.step.${key}`)
  return (
    <li data-done={isDone ? '' : undefined}>
      <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
      <span>
        {!isDone && isOpenable(page) ? <Link to={page}>{label}</Link> : label}
        {isDone && <small className="w-quiet"> {t('finance.home.stepDone')}</small>}
      </span>
    </li>
  )
}
