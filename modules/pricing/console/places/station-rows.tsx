import { useQuery } from '@tanstack/react-query'
import { connector, pile } from '@wattyard/assets/contract'
import { ErrorState, useList, useWords } from '@wattyard/console-kit'
import { useMemo, useState } from 'react'
import type { AssignmentLevel, AssignmentTarget } from '../../contract/index.ts'
import type { EffectiveAnswer } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { PlaceRow } from './place-row.tsx'

/** Number of piles of a station shown; the list of piles has the rest. */
const MAX_PILES = 200
const MAX_CONNECTORS = 16

interface Named {
  readonly id: string
  readonly name: string
  readonly code: string
}

/** Reads the prices of all places of one level in one call. */
function usePrices(
  level: AssignmentLevel,
  ids: readonly string[],
): { answer: EffectiveAnswer | undefined; error: unknown; retry: () => void } {
  const key = ids.join()
  const targets = useMemo(
    (): AssignmentTarget[] => (key === '' ? [] : key.split(',').map(id => ({ level, id }))),
    [level, key],
  )
  const query = useQuery({ ...pricingQueries.effective(targets), enabled: targets.length > 0 })
  return { answer: query.data, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

function placeIn(answer: EffectiveAnswer | undefined, id: string) {
  return answer?.list.find(place => place.id === id)
}

export function StationRows({ stations }: { stations: readonly Named[] }) {
  const { answer, error, retry } = usePrices(
    'station',
    stations.map(station => station.id),
  )
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  return (
    <>
      {error !== null && <Failed error={error} onRetry={retry} />}
      {stations.map(({ id, name, code }) => {
        const isOpen = opened.has(id)
        const toggle = (): void =>
          setOpened(before => (isOpen ? before.difference(new Set([id])) : before.union(new Set([id]))))
        return (
          <tbody key={id}>
            <PlaceRow
              place={{ level: 'station', id, name }}
              detail={code}
              depth={0}
              effective={placeIn(answer, id)}
              answer={answer}
              open={{ isOpen, toggle }}
            />
            {isOpen && <PileRows stationId={id} />}
          </tbody>
        )
      })}
    </>
  )
}

function PileRows({ stationId }: { stationId: string }) {
  const { t } = useWords()
  const piles = useList(pile, { 'filter.station': stationId, page: 1, pageSize: MAX_PILES })
  const list = piles.data?.list ?? []
  const { answer } = usePrices(
    'pile',
    list.map(one => one.id),
  )
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  if (piles.error && !piles.data) return <FailedRow error={piles.error} onRetry={() => void piles.refetch()} />
  if (piles.data && list.length === 0) return <NoteRow text={t('pricing.places.noPiles')} />
  return list.map(({ id, code, name, currentType }) => {
    const isOpen = opened.has(id)
    const toggle = (): void =>
      setOpened(before => (isOpen ? before.difference(new Set([id])) : before.union(new Set([id]))))
    const detail = `${String(name)} · ${t(`assets.pile.currentTypeValue.${String(currentType)}`)}`
    return [
      <PlaceRow
        key={id}
        place={{ level: 'pile', id, name: String(code) }}
        detail={detail}
        depth={1}
        effective={placeIn(answer, id)}
        answer={answer}
        open={{ isOpen, toggle }}
      />,
      isOpen && <ConnectorRows key={`${id} connectors`} pileId={id} />,
    ]
  })
}

function ConnectorRows({ pileId }: { pileId: string }) {
  const connectors = useList(connector, { 'filter.pile': pileId, page: 1, pageSize: MAX_CONNECTORS })
  const list = connectors.data?.list ?? []
  const { answer } = usePrices(
    'connector',
    list.map(one => one.id),
  )
  if (connectors.error && !connectors.data)
    return <FailedRow error={connectors.error} onRetry={() => void connectors.refetch()} />
  return list.map(({ id, code, bay }) => (
    <PlaceRow
      key={id}
      place={{ level: 'connector', id, name: String(code) }}
      {...(bay ? { detail: String(bay) } : {})}
      depth={2}
      effective={placeIn(answer, id)}
      answer={answer}
    />
  ))
}

function NoteRow({ text }: { text: string }) {
  return (
    <tr>
      <td colSpan={7} className="w-quiet pr-note-row">
        {text}
      </td>
    </tr>
  )
}

function FailedRow({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <tr>
      <td colSpan={7}>
        <ErrorState error={error} onRetry={onRetry} />
      </td>
    </tr>
  )
}

function Failed(props: { error: unknown; onRetry: () => void }) {
  return (
    <tbody>
      <FailedRow {...props} />
    </tbody>
  )
}
