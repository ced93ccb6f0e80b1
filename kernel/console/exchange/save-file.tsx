import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { Payload } from '../api/encode.ts'
import type { ResourceLike } from '../resource/hooks.ts'
import { useZone } from '../ui/shown.tsx'
import { toast } from '../ui/toasts.tsx'
import { useExport } from './use-export.ts'

interface SaveFileProps {
  /** Its path is that of the file's route without `/export`. */
  readonly of: ResourceLike
  /** What the route is asked, beside the zone of the reader. */
  readonly query: Payload
  readonly size?: 'small'
  readonly children: ReactNode
}

/** Draws a button that saves one file of what is shown beside it, and says why it could not. */
export function SaveFile({ of, query, size, children }: SaveFileProps) {
  const zone = useZone()
  const { state, run } = useExport(of)
  useEffect(() => {
    if (state.step === 'failed') toast.bad(state.error instanceof Error ? state.error.message : '')
  }, [state])
  return (
    <Button
      {...(size ? { size } : {})}
      icon={<DownloadOutlined />}
      loading={state.step === 'running'}
      onClick={() => void run({ ...query, zone })}
    >
      {children}
    </Button>
  )
}
