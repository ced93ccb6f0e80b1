import { useQuery } from '@tanstack/react-query'
import { api, Dialog, EmptyState, ErrorState, MainButton, Skeleton, useWords } from '@wattyard/console-kit'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { listPilesWithoutKey, type PilesWithoutKey } from '../../contract/calls/first-key.ts'
import { FirstKeyDialog } from './first-key-dialog.tsx'
import './keys.css'

interface KeysOfManyProps {
  /** Only piles of this station; all when absent. */
  readonly station?: string
  readonly onClose: () => void
}

/** Draws the piles that cannot connect because they have no key, to give keys to those that are chosen. */
export function KeysOfMany({ station, onClose }: KeysOfManyProps) {
  const { t } = useWords()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const without = useQuery({
    queryKey: ['gateway.credential', 'without', station ?? null],
    queryFn: async ({ signal }) => api.call(listPilesWithoutKey, station === undefined ? {} : { station }, { signal }),
    // What is chosen stays while keys are made.
    enabled: !isAsking,
  })
  const list = without.data?.list ?? []
  const chosen = list.filter(one => !left.has(one.pile)).map(one => one.pile)
  if (isAsking) return <FirstKeyDialog piles={chosen} onClose={onClose} />
  return (
    <Dialog
      open
      width={640}
      title={t('gateway.firstKey.without')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <MainButton
            why={chosen.length === 0 ? t('gateway.firstKey.chooseOne') : null}
            onClick={() => setAsking(true)}
          >
            {t('gateway.firstKey.makeMany', { count: chosen.length })}
          </MainButton>
        </>
      }
    >
      {without.error ? (
        <ErrorState error={without.error} onRetry={() => void without.refetch()} />
      ) : !without.data ? (
        <Skeleton lines={4} />
      ) : list.length === 0 ? (
        <EmptyState title={t('gateway.firstKey.noneWithout')} />
      ) : (
        <Piles answer={without.data} left={left} onChange={setLeft} />
      )}
    </Dialog>
  )
}

interface PilesProps {
  readonly answer: PilesWithoutKey
  readonly left: ReadonlySet<string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

function Piles({ answer: { list, hasMore }, left, onChange }: PilesProps) {
  const { t } = useWords()
  const toggle = (pile: string, isChosen: boolean): void => {
    const next = new Set(left)
    if (isChosen) next.delete(pile)
    else next.add(pile)
    onChange(next)
  }
  return (
    <>
      <p>{t('gateway.firstKey.withoutNote')}</p>
      <Checkbox
        checked={left.size === 0}
        indeterminate={left.size > 0 && left.size < list.length}
        onChange={({ target }) => onChange(target.checked ? new Set() : new Set(list.map(one => one.pile)))}
      >
        {t('gateway.firstKey.all', { count: list.length })}
      </Checkbox>
      <ul className="gw-keyless">
        {list.map(one => (
          <li key={one.pile}>
            <Checkbox checked={!left.has(one.pile)} onChange={({ target }) => toggle(one.pile, target.checked)}>
              {one.name} <span className="w-quiet w-mono">{one.identity}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {hasMore && <p className="w-quiet">{t('gateway.firstKey.hasMore')}</p>}
    </>
  )
}
