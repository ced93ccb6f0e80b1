import { api, ApiError, useWords } from '@wattyard/console-kit'
import { useEffect, useRef, useState } from 'react'
import { MAX_TURN, MAX_TURNS, type Turn, type UsedSection } from '../../contract/assistant.ts'
import { assistantTicket } from '../../contract/calls/assistant.ts'
import { readEvents } from './read-events.ts'

/** One question with the part of its answer that has arrived. */
export interface Exchange extends Turn {
  readonly used: readonly UsedSection[]
  /** `stopped` by the person; `failed` has a message in `problem`. */
  readonly state: 'coming' | 'whole' | 'stopped' | 'failed'
  readonly problem: string
}

const begun = (question: string): Exchange => ({ question, answer: '', used: [], state: 'coming', problem: '' })

/** Returns the context for the next question: the latest finished turns. */
export function turnsOf(exchanges: readonly Exchange[]): Turn[] {
  return exchanges
    .filter(({ answer, state }) => state !== 'coming' && answer !== '')
    .slice(-MAX_TURNS)
    .map(({ question, answer }) => ({ question, answer: answer.slice(0, MAX_TURN) }))
}

/** Returns the conversation with the assistant; it exists only while the drawer is open. */
export function useAssistant() {
  const { t } = useWords()
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  const change = (by: (last: Exchange) => Partial<Exchange>): void =>
    setExchanges(all => {
      const last = all.at(-1)
      return last ? [...all.slice(0, -1), { ...last, ...by(last) }] : all
    })

  async function converse(question: string, turns: readonly Turn[], signal: AbortSignal): Promise<void> {
    const { token, path } = await api.call(assistantTicket, {}, { signal, quiet: true, fresh: true })
    const response = await api.postStream(
      path,
      { ticket: token, question, turns: turns.map(turn => ({ ...turn })) },
      { signal, quiet: true },
    )
    if (!response.body) throw new ApiError('', { kind: 'transport' })
    let isWhole = false
    for await (const event of readEvents(response.body)) {
      if (event.type === 'used') change(() => ({ used: event.sections }))
      if (event.type === 'text') change(({ answer }) => ({ answer: answer + event.text }))
      if (event.type === 'error') return change(() => ({ state: 'failed', problem: event.msg }))
      if (event.type === 'end') isWhole = true
    }
    if (!isWhole) throw new ApiError('', { kind: 'offline' })
    change(() => ({ state: 'whole' }))
  }

  const ask = async (question: string): Promise<void> => {
    const stop = new AbortController()
    stopping.current = stop
    const turns = turnsOf(exchanges)
    setExchanges(all => [...all, begun(question)])
    try {
      await converse(question, turns, stop.signal)
    } catch (error) {
      const words = error instanceof ApiError && error.message.length > 1 ? error.message : t('kit.error.unreachable')
      change(() => (stop.signal.aborted ? { state: 'stopped' } : { state: 'failed', problem: words }))
    }
  }
  return { exchanges, ask, stop: () => stopping.current?.abort() }
}
