import { useQuery } from '@tanstack/react-query'
import { api, Dialog, ErrorState, Skeleton, toast, useCommand, useWords } from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { previewOfficeMove } from '../../contract/calls/office.ts'
import { office } from '../../contract/office.ts'
import { findOffice, type OfficeNode } from '../office/use-offices.ts'
import { childrenOf, officeOptions } from './office-options.ts'
import { WhatMoves } from './what-moves.tsx'

/** An office to move, and its proposed place, which the dialog can change. */
export interface Moving {
  readonly id: string
  readonly parent: string | null
  readonly before: string | null
}

const ALSO = { also: ['identity.user', 'identity.duty'] }
/** Select cannot hold null as an option. */
const TOP = 'top'
const LAST = 'last'

/** Draws "Move to…": the place, and the consequences of the move before it happens. */
export function MoveDialog({
  moving,
  nodes,
  onClose,
}: {
  moving: Moving
  nodes: readonly OfficeNode[]
  onClose: () => void
}) {
  const { t } = useWords()
  const [to, setTo] = useState({ parent: moving.parent, before: moving.before })
  const move = useCommand({ resource: office, command: 'move' }, ALSO)
  const name = findOffice(nodes, moving.id)?.label ?? ''
  const parents = useMemo(
    () => [{ value: TOP, label: t('identity.org.top') }, ...officeOptions(nodes, moving.id)],
    [nodes, moving.id, t],
  )
  const beside = childrenOf(nodes, to.parent).filter(({ id }) => id !== moving.id)
  const preview = useQuery({
    queryKey: ['identity.office', 'moving', moving.id, to.parent],
    queryFn: async ({ signal }) =>
      api.call(previewOfficeMove, { id: moving.id, parent: to.parent ?? '' }, { signal, lane: 'page', quiet: true }),
    retry: false,
  })
  const submit = async (): Promise<void> => {
    try {
      await move.mutateAsync({ ids: [moving.id], input: to })
      toast.good(t('identity.org.moved', { name }))
      onClose()
    } catch {
      // The mutation keeps the error, which is shown beside its field.
    }
  }
  const error = move.error?.fields.parent ?? move.error?.fields.before
  return (
    <Dialog
      open
      width={560}
      title={t('identity.org.moveTitle', { name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            loading={move.isPending}
            disabled={!preview.data || preview.isError}
            onClick={() => void submit()}
          >
            {t('identity.office.move')}
          </Button>
        </>
      }
    >
      <div className="w-form">
        <div className="w-field">
          <label htmlFor="move-parent">{t('identity.office.moveInput.parent')}</label>
          <Select
            id="move-parent"
            value={to.parent ?? TOP}
            onChange={(parent: string) => setTo({ parent: parent === TOP ? null : parent, before: null })}
            showSearch={{ optionFilterProp: 'label' }}
            options={parents}
          />
        </div>
        <div className="w-field">
          <label htmlFor="move-before">{t('identity.office.moveInput.before')}</label>
          <Select
            id="move-before"
            value={to.before ?? LAST}
            onChange={(before: string) => setTo({ ...to, before: before === LAST ? null : before })}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              ...beside.map(({ id, label }) => ({ value: id, label: t('identity.org.beforeOffice', { name: label }) })),
              { value: LAST, label: t('identity.org.last') },
            ]}
          />
        </div>
        {error && (
          <p className="w-field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      {preview.error ? (
        <ErrorState error={preview.error} />
      ) : preview.data ? (
        <WhatMoves move={preview.data} />
      ) : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  )
}
