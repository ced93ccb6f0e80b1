import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, useLiveRefresh, useWords, valueWord, When } from '@wattyard/console-kit'
import { useState } from 'react'
import { type HeardPile, listenForPiles } from '../../contract/calls/first-key.ts'

const LOOK_EVERY_MS = 2_000

/** Returns what has been heard of piles since an instant, and since when; looks again until all of them have been heard. */
export function useHeard(
  piles: readonly string[],
  from?: number,
): { since: number; list: readonly HeardPile[] } | undefined {
  const [since, setSince] = useState(from)
  useLiveRefresh(['gateway.pile'], ['gateway.credential'])
  const heard = useQuery({
    queryKey: ['gateway.credential', 'heard', piles, since ?? null],
    queryFn: async ({ signal }) => {
      const input = { piles: [...piles], ...(since === undefined ? {} : { since }) }
      // An answer from before the pile spoke, shared among reads of the last seconds, would keep it waiting.
      const answer = await api.call(listenForPiles, input, { signal, quiet: true, fresh: true })
      setSince(answer.since)
      return answer
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.every(one => one.heard !== null) ? false : LOOK_EVERY_MS),
    // An earlier wait of the same pile says nothing about this one.
    gcTime: 0,
  })
  return heard.data
}

/** Draws the wait for the first message of a pile: since when, what was heard, or why the pile was turned away. */
export function ConnectionTest({ pile, from }: { pile: string; from?: number }) {
  const { t } = useWords()
  const heard = useHeard([pile], from)
  const [one] = heard?.list ?? []
  if (!heard || !one) return <output className="w-banner">{t('kit.loading')}</output>
  return (
    <>
      <output className="w-banner gw-test" data-tone={one.heard ? 'good' : 'idle'} data-heard={one.heard !== null}>
        {one.heard ? (
          <>
            {t('gateway.firstKey.heard', { action: one.heard.action, protocol: one.heard.protocol })}{' '}
            <When at={one.heard.at} />
          </>
        ) : (
          <>
            {t(one.online ? 'gateway.firstKey.online' : 'gateway.firstKey.waiting')} <When at={heard.since} />
          </>
        )}
      </output>
      {one.refused && (one.heard === null || one.refused.at > one.heard.at) && <Refused refused={one.refused} />}
    </>
  )
}

function Refused({ refused: { kind, detail, at, ip } }: { refused: NonNullable<HeardPile['refused']> }) {
  const words = useWords()
  const { t } = words
  return (
    <div className="w-banner gw-test" data-tone="bad" role="alert">
      <strong>{valueWord(words, 'gateway.event.kind', kind)}</strong> <When at={at} />
      {ip !== null && ` · ${ip}`}
      {kind === 'protocol-refused' && detail !== null && ` · ${detail}`}
      <br />
      {t(`gateway.firstKey.mend.${kind}`)}
    </div>
  )
}
