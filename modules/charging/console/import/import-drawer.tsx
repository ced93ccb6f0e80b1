import { useQuery } from '@tanstack/react-query'
import { api, Dialog, ErrorState, Skeleton, useDirty, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { type ImportReport, listFileFormats, listImportTemplates } from '../../contract/calls/import.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { FileDrop } from './file-drop.tsx'
import type { ReadFile } from './read-file.ts'
import { TryFile } from './try-file.tsx'
import '../charging.css'
import './import.css'

/** Reads the shipped formats and the tenant's templates. */
function useOffers() {
  return useQuery({
    queryKey: ['charging.importTemplate', 'offers'],
    queryFn: async ({ signal }) => {
      const how = { signal, lane: 'page', quiet: true } as const
      const [formats, templates] = await Promise.all([
        api.call(listFileFormats, {}, how),
        api.call(listImportTemplates, {}, how),
      ])
      return { formats: formats.list, templates: templates.list }
    },
  })
}

/** Draws the import of past sessions of another system: choose a file, match its columns, dry run, import, totals. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [file, setFile] = useState<ReadFile | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const offers = useOffers()
  useDirty(file !== null && (report?.importId ?? null) === null)
  const restart = (): void => {
    setFile(null)
    setReport(null)
  }
  return (
    <Dialog open kind="drawer" width={960} title={t('charging.importPage.title')} onClose={onClose}>
      {offers.error && <ErrorState error={offers.error} onRetry={() => void offers.refetch()} />}
      {!offers.data && !offers.error && <Skeleton lines={4} />}
      {offers.data && !file && (
        <>
          <p className="ch-lead">{t('charging.importPage.lead')}</p>
          <FileDrop onRead={setFile} />
          <EarlierImports />
        </>
      )}
      {offers.data && file && (
        <TryFile
          file={file}
          offers={offers.data.formats}
          templates={offers.data.templates}
          report={report}
          onReport={setReport}
          onRestart={restart}
        />
      )}
    </Dialog>
  )
}
