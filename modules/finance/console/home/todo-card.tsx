import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  Count,
  Decimal,
  ErrorState,
  isOpenable,
  type Translate,
  Skeleton,
  type TodoItem,
  TodoList,
  useWords,
} from '@wattyard/console-kit'
import type { Todo } from '../../contract/index.ts'
import { addressOf, homeQueries } from './home-api.ts'

/** What is broken, as against work that waits for somebody. */
const WRONG: ReadonlySet<Todo['kind']> = new Set(['abnormal', 'offline', 'fault', 'ledger'])
/** Shown of a part before one asks for the rest. */
const FIRST = 5

/** What is wrong and what has to be done; each line leads to its rows, and work that is not wrong may wait. */
export function TodoCard() {
  const { t, has } = useWords()
  const { data, error, refetch } = useQuery(homeQueries.todo)
  return (
    <section className="w-card fh-card fh-todo" aria-labelledby="fh-todo">
      <header className="fh-head">
        <h2 id="fh-todo">{t('finance.home.attention')}</h2>
        {data && <AsOf at={data.asOf} staleAfterS={90} />}
      </header>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} height={20} />}
      {data && (
        <TodoList
          label={t('finance.home.attention')}
          groups={[
            { key: 'wrong', title: t('finance.home.wrong'), none: t('finance.home.nothingWrong') },
            { key: 'toDo', title: t('finance.home.toDo'), none: t('finance.home.nothingToDo') },
          ]}
          items={data.list.map(todo => itemOf(todo, t, has))}
          later="finance.home"
          done={{ title: t('finance.home.allWell'), text: t('finance.home.allWellText') }}
          most={FIRST}
        />
      )}
    </section>
  )
}

function itemOf(todo: Todo, t: Translate, has: (key: string) => boolean): TodoItem {
  const { kind, severity, subject, count, since, link } = todo
  const rule = ['charging.abnormalRule', 'charging.supervisorRule'].map(group => `${group}.${subject}`).find(has)
  const isWrong = WRONG.has(kind)
  return {
    id: `${kind}${subject ?? ''}`,
    group: isWrong ? 'wrong' : 'toDo',
    severity,
    title:
      kind === 'abnormal' ? (rule ? t(rule) : (subject ?? '')) : t(`finance.home.todo.${kind}`, { day: subject ?? '' }),
    link: isOpenable(link.path) ? addressOf(link) : undefined,
    since,
    aside: <Count value={count} />,
    facts: <Facts todo={todo} />,
    // What is broken goes on being broken, whoever has looked away.
    mayWait: !isWrong,
    stamp: String(count),
  }
}

function Facts({ todo: { amount, count, examples } }: { todo: Todo }) {
  const { t } = useWords()
  return (
    <>
      {amount !== undefined && (
        <span>
          {t('finance.home.atStake')} <Decimal kind="money" value={amount} />
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
