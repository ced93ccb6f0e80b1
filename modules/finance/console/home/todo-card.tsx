import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  Count,
  Decimal,
  ErrorState,
  isOpenable,
  Skeleton,
  type TodoItem,
  TodoList,
  useChosenStation,
  useSession,
  useWords,
  valueWord,
} from '@wattyard/console-kit'
import { OFFLINE_AFTER_MS } from '@wattyard/gateway/contract'
import type { Todo } from '../../contract/index.ts'
import { addressOf, homeQueries } from './home-api.ts'
import { actionOf, isWrong } from './todo-for.ts'
import { idOf } from './todo-item-id.ts'
import { useTodoActions } from './use-todo-actions.tsx'

type Words = ReturnType<typeof useWords>

/** Groups, the most urgent first. */
const SEVERITIES = ['critical', 'warning', 'notice'] as const
/** Number of items of a group shown at first, and for people whose faults stand pile by pile. */
const FIRST = 4
const FIRST_PILES = 8

/**
 * Draws faults and tasks by severity, each with its action. A line as a whole is the link to its rows; tasks can be postponed,
 * faults cannot.
 */
export function TodoCard() {
  const words = useWords()
  const { t } = words
  const atStation = useChosenStation()
  const me = useSession(session => session.me)
  const { data, error, refetch } = useQuery(homeQueries.todo(atStation))
  const { actions, dialog } = useTodoActions(data?.list ?? [])
  return (
    <section className="w-card fh-card fh-todo" aria-labelledby="fh-todo">
      <header className="fh-head">
        <h2 id="fh-todo">{t('finance.home.attention')}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} height={24} />}
      {data && (
        <TodoList
          label={t('finance.home.attention')}
          groups={SEVERITIES.map(key => ({ key, title: t(`kit.todo.severity.${key}`) }))}
          items={data.list.flatMap(todo => {
            // Home offers work only to those who can do it, and faults also to those who can look at them.
            const action = actionOf(todo, me, isOpenable)
            return action ? [{ ...itemOf(todo, words), can: [action] }] : []
          })}
          actions={actions}
          later="finance.home"
          done={{ title: t('finance.home.allWell'), text: t('finance.home.allWellText') }}
          most={data.list.some(({ pile }) => pile) ? FIRST_PILES : FIRST}
        />
      )}
      {atStation !== null && <p className="w-quiet fh-beyond">{t('finance.home.onlyOfStation')}</p>}
      {dialog}
    </section>
  )
}

function itemOf(todo: Todo, words: Words): TodoItem {
  const { severity, count, since, link, pile } = todo
  return {
    id: idOf(todo),
    group: severity,
    severity,
    title: titleOf(todo, words),
    link: isOpenable(link.path) ? addressOf(link) : undefined,
    since,
    aside: pile ? undefined : <Count value={count} />,
    facts: <Facts todo={todo} />,
    // A fault cannot be postponed, because it persists.
    mayWait: !isWrong(todo),
    stamp: String(count),
  }
}

function titleOf({ kind, subject, pile }: Todo, words: Words): string {
  const { t, has } = words
  if (kind === 'abnormal') {
    const rule = ['charging.abnormalRule', 'charging.supervisorRule'].map(group => `${group}.${subject}`).find(has)
    return rule ? t(rule) : (subject ?? '')
  }
  if (!pile) return t(`finance.home.todo.${kind}`, { day: subject ?? '', minutes: OFFLINE_AFTER_MS / 60_000 })
  const what = kind === 'fault' && subject !== null ? valueWord(words, 'gateway.connector.error', subject) : null
  return `${pile.code} · ${what ?? t(`finance.home.todo.pile.${kind}`)}`
}

function Facts({ todo: { amount, count, examples } }: { todo: Todo }) {
  const { t } = useWords()
  return (
    <>
      {amount !== undefined && (
        <span>
          {t('finance.home.atStake')} <Decimal kind="money" value={amount} unit />
        </span>
      )}
      {examples.length > 0 && (
        <span className="w-clip">
          {examples.join(' · ')}
          {count > examples.length && ' …'}
        </span>
      )}
    </>
  )
}
