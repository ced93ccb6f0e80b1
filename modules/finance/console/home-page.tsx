import { PageHeader, useLiveRefresh, useMay, useNow, useSession, useWords, useZone } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { CourseCard } from './home/course-card.tsx'
import { TodayCard } from './home/today-card.tsx'
import { TodoCard } from './home/todo-card.tsx'
import './home/home.css'

const TOPICS = ['charging.order', 'gateway.connector'] as const
/** Figures follow the news; the course has a point every quarter of an hour. */
const FIGURES_MS = 5_000
const COURSE_MS = 60_000

/** `/home`: what is wrong, what has to be done, how today is going. */
export function Page() {
  const { t, language } = useWords()
  const zone = useZone()
  const now = useNow()
  const name = useSession(session => session.me?.company?.name)
  const mayReadOrders = useMay('charging.order:read')
  useLiveRefresh(TOPICS, ['finance.home'], FIGURES_MS)
  useLiveRefresh(mayReadOrders ? ['charging.order'] : [], ['finance.homeCourse'], COURSE_MS)
  const day = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : language, { dateStyle: 'full', timeZone: zone })
  return (
    <div className="w-page fh">
      <PageHeader title={day.format(now)} note={name ?? t('finance.home.title')}>
        <ApprovalsButton />
      </PageHeader>
      <div className="fh-top">
        <TodoCard />
        <TodayCard />
      </div>
      {mayReadOrders && <CourseCard />}
    </div>
  )
}
