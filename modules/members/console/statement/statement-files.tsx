import { DownloadOutlined } from '@ant-design/icons'
import { toast, useExport, useMay, useWords, useZone } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useEffect } from 'react'
import { member } from '../../contract/member.ts'

const FORMATS = ['pdf', 'xlsx'] as const
const FILES = { ...member, path: `${member.path}/statement` }

/** Draws the buttons that save a statement as a file. */
export function StatementFiles({ id, from, to }: { id: string; from: string; to: string }) {
  const { t } = useWords()
  const zone = useZone()
  const mayExport = useMay('members.wallet:export')
  const { state, run } = useExport(FILES)
  useEffect(() => {
    if (state.step === 'failed') toast.bad(state.error instanceof Error ? state.error.message : '')
  }, [state])
  if (!mayExport) return null
  return (
    <span className="w-row">
      {FORMATS.map(format => (
        <Button
          key={format}
          icon={<DownloadOutlined />}
          loading={state.step === 'running'}
          onClick={() => void run({ id, from, to, format, zone })}
        >
          {t(`members.statement.file.${format}`)}
        </Button>
      ))}
    </span>
  )
}
