import { useQuery } from '@tanstack/react-query'
import {
  api,
  Chart,
  Count,
  Decimal,
  EmptyState,
  ErrorState,
  Fact,
  Facts,
  showClock,
  Skeleton,
  StatusTag,
  useLiveRefresh,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { useMemo } from 'react'
import { type ChargingCurveAnswer, readChargingCurve } from '../../contract/calls/live.ts'
import { curveCharts } from './curve-charts.ts'
import { findingsIn } from './findings-in.ts'
import { EvidenceTable } from './evidence.tsx'
import '../charging.css'

const REFRESH_MS = 5_000

/**
 * Draws the curves of a session: power, state of charge and energy over time, and the findings of the rule book on its readings.
 */
export function OrderCurve({ id, most_W }: { id: string; most_W?: number | null }) {
  const course = useQuery({
    queryKey: ['charging.course', id],
    queryFn: ({ signal }) => api.call(readChargingCurve, { id }, { signal, lane: 'page', quiet: true }),
  })
  useLiveRefresh(['charging.order'], ['charging.course', id], REFRESH_MS)
  if (course.error) return <ErrorState error={course.error} onRetry={() => void course.refetch()} />
  if (!course.data) return <Skeleton lines={6} />
  return (
    <>
      <Curves course={course.data} {...(most_W === undefined ? {} : { most_W })} />
      <Findings course={course.data} />
    </>
  )
}

interface CurveProps {
  course: ChargingCurveAnswer
  /** Maximum power of the connector in watts; null when it is unknown. */
  most_W?: number | null
}

/** Draws power with the state of charge, the energy so far, and contradicting registers; one pointer shows an instant in all. */
function Curves({ course, most_W = null }: CurveProps) {
  const { t } = useWords()
  const zone = useZone()
  const { flow, energy, register } = useMemo(
    () => curveCharts(course, { t, clock: at => showClock(at, zone), most_W }),
    [course, t, zone, most_W],
  )
  if (course.points.length === 0 && register === null)
    return <EmptyState title={t('charging.page.noReadings')} text={t('charging.page.noReadingsHint')} />
  const together = `session ${course.orderNo}`
  return (
    <div className="ch-curves">
      {flow && <Chart title={t('charging.page.flow')} data={flow} height={220} together={together} />}
      {energy && <Chart title={t('charging.order.energy')} data={energy} height={160} together={together} />}
      {register && (
        <Chart
          title={t('charging.page.registers')}
          hint={t('charging.page.registersHint')}
          data={register}
          height={180}
          together={together}
        />
      )}
    </div>
  )
}

const TONES = { basis: 'good', note: 'idle', doubt: 'wait', block: 'bad' } as const

function Findings({ course }: { course: ChargingCurveAnswer }) {
  const { t, has } = useWords()
  const { method, confidence } = course
  const findings = findingsIn(course, course.flags)
  const methodWord = [`charging.order.energyMethodValue.${method}`, `charging.energyRule.${method}`].find(has)
  return (
    <section className="ch-findings">
      <Facts>
        <Fact label={t('charging.order.meterStart')}>
          <Decimal kind="energy" value={course.meterStart} />
        </Fact>
        <Fact label={t('charging.order.meterStop')}>
          <Decimal kind="energy" value={course.meterStop} />
        </Fact>
        <Fact label={t('charging.page.readings')}>
          <Count value={course.readings} />
          {course.setAside > 0 && (
            <small className="w-quiet"> {t('charging.page.setAside', { count: course.setAside })}</small>
          )}
        </Fact>
        {method && (
          <Fact label={t('charging.order.energyMethod')}>
            {methodWord === undefined ? method : t(methodWord)}
            {confidence && ` · ${t(`charging.confidence.${confidence}`)}`}
          </Fact>
        )}
      </Facts>
      {findings.length > 0 && (
        <ul className="ch-flags">
          {findings.map(({ code, effect, evidence }) => (
            <li key={code}>
              <details>
                <summary>
                  <StatusTag
                    of="charging.page.effect"
                    value={effect}
                    tone={TONES[effect as keyof typeof TONES] ?? 'idle'} // the server sends these four words
                  />{' '}
                  {t(`charging.energyRule.${code}`)}
                </summary>
                <EvidenceTable evidence={evidence} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
