import { useQuery } from '@tanstack/react-query'
import {
  EmptyState,
  isAllPowerful,
  PageHeader,
  useChosenStation,
  useLiveRefresh,
  useMay,
  useSession,
  useToday,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { NoticeBoard } from '@wattyard/notifications/console'
import { ApprovalsButton } from '@wattyard/platform/console'
import { LoadProfileCard } from './home/load-profile-card.tsx'
import { homeQueries } from './home/home-api.ts'
import { TodayCard } from './home/today-card.tsx'
import { TodoCard } from './home/todo-card.tsx'
import './home/home.css'

const TOPICS = ['charging.order', 'gateway.connector'] as const
/** Refresh intervals in ms. Figures follow live events; the load profile has one point per quarter of an hour. */
const FIGURES_MS = 5_000
const COURSE_MS = 60_000

/** Draws `/home`: problems, tasks, and today's figures. */
export function Page() {
  const { t, language } = useWords()
  const zone = useZone()
  const today = useToday(zone)
  const name = useSession(session => session.me?.company?.name)
  // A person who was invited before getting a role: no card concerns them, so no card may state that all is well.
  const hasNoRights = useSession(({ me }) => me !== null && me.permissions.length === 0 && !isAllPowerful(me))
  const mayReadOrders = useMay('charging.order:read')
  const atStation = useChosenStation()
  useLiveRefresh(TOPICS, ['finance.home'], FIGURES_MS)
  useLiveRefresh(mayReadOrders ? ['charging.order'] : [], ['finance.homeCourse'], COURSE_MS)
  // Read together with the others, shown after them.
  useQuery({ ...homeQueries.course(atStation), enabled: mayReadOrders, notifyOnChangeProps: [] })
  const todo = useQuery({ ...homeQueries.todo(atStation), notifyOnChangeProps: ['isPending'] })
  const figures = useQuery({ ...homeQueries.figures(atStation), notifyOnChangeProps: ['isPending'] })
  // The height of the two cards above is unknown, so the profile is drawn after them instead of being pushed down.
  const hasPlace = !todo.isPending && !figures.isPending
  const day = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : language, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div className="w-page fh">
      <PageHeader title={day.format(Date.parse(today))} note={name ?? t('finance.home.title')}>
        <ApprovalsButton />
      </PageHeader>
      {hasNoRights ? (
        <section className="w-card">
          <EmptyState title={t('finance.home.noRights')} text={t('finance.home.noRightsText')} />
        </section>
      ) : (
        <div className="fh-top">
          <TodoCard />
          <TodayCard />
        </div>
      )}
      {mayReadOrders && hasPlace && <LoadProfileCard />}
      {/* Last, so that its late arrival pushes nothing down. Urgent notices are in the bell and at sign-in. */}
      {hasPlace && <NoticeBoard />}
    </div>
  )
}
