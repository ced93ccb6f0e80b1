import { awaitCommand } from '@wattyard/gateway/contract'
import { useQuery } from '@tanstack/react-query'
import { api, StatusTag, useWords, When } from '@wattyard/console-kit'
import { CommandDetail } from './command-detail.tsx'

/** Pause in ms between two calls; each call itself waits for the pile's answer. */
const AGAIN_MS = 500

/** Draws the state of a command to a pile, from "queued" to the pile's answer, live. */
export function CommandAnswer({ id }: { id: string }) {
  const { t } = useWords()
  const answer = useQuery({
    queryKey: ['gateway.command', 'answer', id],
    queryFn: ({ signal }) => api.call(awaitCommand, { id }, { signal, lane: 'page', quiet: true, fresh: true }),
    refetchInterval: query => (query.state.data?.ended ? false : AGAIN_MS),
    retry: 2,
  })
  const now = answer.data
  return (
    <output className="ch-answer">
      <span>{t('charging.page.pileSays')}</span>
      <StatusTag of="gateway.command.state" value={now?.state ?? 'queued'} />
      {now && <CommandDetail state={now.state} detail={now.detail} />}
      {now?.ended && <When at={now.ended} clockOnly />}
    </output>
  )
}
