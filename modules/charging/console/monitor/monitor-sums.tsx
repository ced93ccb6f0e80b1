import { showShare, StatGrid, useNow, useWords } from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { MonitorAnswer } from '../../contract/calls/live.ts'
import { listed, type MonitorFilter, sumsOf } from './monitor-list.ts'

interface SumsProps {
  answer: MonitorAnswer
  filter: MonitorFilter
  onFlagged: () => void
}

/** Draws the sums of the sessions that match the station and the search text. */
export function MonitorSums({ answer, filter: { text, station, flagged }, onFlagged }: SumsProps) {
  const { t, language } = useWords()
  const now = useNow()
  const sums = useMemo(() => {
    const narrowed = listed(answer.list, { text, station, flagged: false, sort: 'startedAt', descending: true }, now)
    return sumsOf(narrowed, now)
  }, [answer.list, text, station, now])
  const isCut = answer.total > answer.list.length
  const ofRated =
    sums.rated > 0 &&
    t('charging.monitorPage.ofRated', { percent: showShare((sums.power / sums.rated) * 100, language) })
  return (
    <StatGrid
      label={t('charging.monitorPage.sums')}
      stats={[
        {
          key: 'running',
          label: t('charging.monitorPage.running'),
          figure: { kind: 'count', value: text || station ? sums.count : answer.total },
          note: isCut && t('charging.monitorPage.cut', { shown: answer.list.length }),
        },
        {
          key: 'power',
          label: t('charging.monitorPage.power'),
          figure: { kind: 'power', value: Math.round(sums.power / 100) * 100 },
          hint: t('charging.monitorPage.powerHint'),
          note: sums.silent > 0 ? t('charging.page.silentOnes', { count: sums.silent }) : ofRated,
        },
        {
          key: 'energy',
          label: t('charging.monitorPage.energy'),
          figure: { kind: 'energy', value: sums.energy },
        },
        {
          key: 'amount',
          label: t('charging.monitorPage.amount'),
          figure: { kind: 'money', value: sums.amount },
          note: t('charging.monitorPage.amountNote'),
        },
        {
          key: 'flagged',
          label: t('charging.monitorPage.flagged'),
          figure: { kind: 'count', value: sums.flagged },
          hint: t('charging.monitorPage.flaggedHint'),
          tone: sums.flagged > 0 ? 'wait' : undefined,
          onPick: onFlagged,
          isPicked: flagged,
          note: sums.flagged > 0 && t(flagged ? 'charging.monitorPage.showAll' : 'charging.monitorPage.showFlagged'),
        },
      ]}
    />
  )
}
