import { useQuery } from '@tanstack/react-query'
import {
  api,
  ErrorState,
  Fact,
  Facts,
  PageHeader,
  saveFile,
  showInstant,
  Skeleton,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { type About, readAbout } from '../../contract/calls/about.ts'
import { parseMarkdown } from '../../contract/markdown.ts'
import { Blocks } from '../markdown/markdown.tsx'
import { ComponentList } from './component-list.tsx'
import '../help.css'
import './about.css'

function Versions({ about }: { about: About }) {
  const { t } = useWords()
  const zone = useZone()
  const { version, commit, startedAt, engines, licence } = about
  return (
    <Facts>
      <Fact label={t('help.about.version')}>{version}</Fact>
      <Fact label={t('help.about.commit')}>
        {commit === null ? t('help.about.unknown') : <span className="w-mono">{commit.slice(0, 12)}</span>}
      </Fact>
      <Fact label={t('help.about.startedAt')}>{showInstant(startedAt, zone)}</Fact>
      <Fact label={t('help.about.zone')}>{about.zone}</Fact>
      <Fact label={t('help.about.licence')}>{licence === 'UNLICENSED' ? t('help.about.proprietary') : licence}</Fact>
      {engines && (
        <>
          <Fact label={t('help.about.database')}>{engines.database}</Fact>
          <Fact label={t('help.about.node')}>Node.js {engines.node}</Fact>
          <Fact label={t('help.about.schema')}>
            <span className="w-mono">{engines.schema}</span>
          </Fact>
        </>
      )}
    </Facts>
  )
}

/** Saves the bill of materials as a CycloneDX file, for audits of the product's components. */
async function downloadBill(): Promise<void> {
  const response = await api.stream('/api/help/sbom', {})
  saveFile('wattyard.cdx.json', await response.blob())
}

/** Draws `/help/about`: the release, its changes, and its components. */
export function Page() {
  const { t, language } = useWords()
  const about = useQuery({
    queryKey: ['help', 'about', language],
    queryFn: ({ signal }) => api.call(readAbout, {}, { signal, lane: 'page', quiet: true }),
  })
  return (
    <div className="w-page">
      <PageHeader title={t('route./help/about')}>
        <Button onClick={() => void downloadBill().catch(() => undefined)}>{t('help.about.download')}</Button>
      </PageHeader>
      {about.error ? (
        <ErrorState error={about.error} onRetry={() => void about.refetch()} />
      ) : !about.data ? (
        <Skeleton lines={8} />
      ) : (
        <div className="help-about">
          <section className="w-card w-card-pad">
            <h2>{t('help.about.product')}</h2>
            <Versions about={about.data} />
          </section>
          <section className="w-card w-card-pad">
            <h2>{t('help.about.notes')}</h2>
            {about.data.notes.map(({ version, text }) => (
              <details key={version} open={version === about.data.notes[0]?.version}>
                <summary>{version}</summary>
                <Blocks blocks={parseMarkdown(text)} />
              </details>
            ))}
            {about.data.notes.length === 0 && <p className="w-quiet">{t('help.about.noNotes')}</p>}
          </section>
          <ComponentList />
        </div>
      )}
    </div>
  )
}
