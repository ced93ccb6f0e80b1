import { type CourseAnswer, readCourse } from '../../contract/calls/live.ts'
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
import { EvidenceTable } from './evidence.tsx'
import '../charging.css'

const REFRESH_MS = 5_000

/** Course of a session: power, state of charge and energy over time, and what the rule book says of its readings. */
export function OrderCurve({ id }: { id: string }) {
  const course = useQuery({
    queryKey: ['charging.course', id],
    queryFn: ({ signal }) => api.call(readCourse, { id }, { signal, lane: 'page', quiet: true }),
  })
  useLiveRefresh(['charging.order'], ['charging.course', id], REFRESH_MS)
  if (course.error) return <ErrorState error={course.error} onRetry={() => void course.refetch()} />
  if (!course.data) return <Skeleton lines={6} />
  return (
    <>
      <Curves course={course.data} />
      <Findings course={course.data} />
    </>
  )
}

/** Charts are pictures: what is billed comes from exact figures, never from these. */
const picture = (text: string | null): number | null => (text === null ? null : Number(text))

const CURVES = [
  { of: 'power', kind: 'area', title: 'charging.page.power', unit: 'kW', decimals: 1, height: 190 },
  { of: 'soc', kind: 'line', title: 'charging.page.soc', unit: '%', decimals: 1, height: 150 },
  { of: 'energy', kind: 'area', title: 'charging.order.energy', unit: 'kWh', height: 150 },
] as const

function Curves({ course: { points } }: { course: CourseAnswer }) {
  const { t } = useWords()
  const zone = useZone()
  const data = useMemo(
    () => ({
      labels: points.map(point => showClock(point.at, zone)),
      power: points.map(point => (point.power === null ? null : point.power / 1_000)),
      soc: points.map(point => (point.soc === null ? null : point.soc / 10)),
      energy: points.map(point => picture(point.energy)),
    }),
    [points, zone],
  )
  if (points.length === 0)
    return <EmptyState title={t('charging.page.noReadings')} text={t('charging.page.noReadingsHint')} />
  return (
    <div className="ch-curves">
      {CURVES.filter(({ of }) => data[of].some(value => value !== null)).map(({ of, title, ...look }) => (
        <Chart
          key={of}
          title={t(title)}
          labels={data.labels}
          series={[{ name: t(title), values: data[of] }]}
          {...look}
        />
      ))}
    </div>
  )
}

const TONES = { basis: 'good', note: 'idle', doubt: 'wait', block: 'bad' } as const

function Findings({ course }: { course: CourseAnswer }) {
  const { t, has } = useWords()
  const { method, confidence } = course
  const methodWord = method === 'by-hand' ? 'charging.order.byHand' : `charging.energyRule.${method}`
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
            {has(methodWord) ? t(methodWord) : method}
            {confidence && ` · ${t(`charging.confidence.${confidence}`)}`}
          </Fact>
        )}
      </Facts>
      {course.flags.length > 0 && (
        <ul className="ch-flags">
          {course.flags.map(({ code, effect, evidence }) => (
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
