import {
  EmptyState,
  ErrorState,
  lazyPart,
  PageHeader,
  Skeleton,
  useRequestedDialog,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { HelpArticle } from './help-article.tsx'
import { HelpNav } from './help-nav.tsx'
import { useHelpPages } from './use-help-pages.ts'
import { useHelpPlace } from './help-place.ts'
import '../help.css'

const AssistantDrawer = lazyPart(async () => (await import('../assistant/assistant-drawer.tsx')).AssistantDrawer)

/** Draws `/help/index`: help about the pages that this person may open, with a search. */
export function Page() {
  const { t } = useWords()
  const { data: pages, error, refetch } = useHelpPages()
  const [place, seek] = useHelpPlace()
  const [isAsking, setAsking] = useState(false)
  const mayAsk = useMay('help.assistant:ask')
  useRequestedDialog(true, what => {
    if (what === 'assistant' && mayAsk) setAsking(true)
  })
  // The URL may name a page that this person does not have; the first page is shown instead.
  const page = pages?.find(one => one.topic === place.page) ?? pages?.[0]
  const here = { ...place, page: page?.topic ?? '' }
  return (
    <div className="w-page">
      <PageHeader title={t('route./help/index')}>
        {mayAsk && (
          <Button onPointerEnter={AssistantDrawer.preload} onClick={() => setAsking(true)}>
            {t('help.assistant.open')}
          </Button>
        )}
        <Button onClick={() => window.print()}>{t('kit.print')}</Button>
      </PageHeader>
      <section className="w-card help-split">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !pages ? (
          <div className="w-card-pad">
            <Skeleton lines={10} />
          </div>
        ) : !page ? (
          <EmptyState title={t('help.index.empty')} />
        ) : (
          <>
            <HelpNav pages={pages} place={here} onSeek={seek} />
            <HelpArticle key={page.topic} page={page} place={here} />
          </>
        )}
      </section>
      {isAsking && <AssistantDrawer onClose={() => setAsking(false)} />}
    </div>
  )
}
