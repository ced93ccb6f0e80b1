import { lazyPart, ResourceFrame } from '@wattyard/console-kit'
import { office } from '../../contract/office.ts'
import { OrgWorkspace } from './org-workspace.tsx'

const ParentControl = lazyPart(async () => (await import('./parent-control.tsx')).ParentControl)

const slots = { controls: { parent: ParentControl } }

/** Draws `/console/org`: the tree of offices, and the details of one of them. */
export function Page() {
  return (
    <ResourceFrame resource={office} slots={slots} topics={['identity.user']}>
      <OrgWorkspace />
    </ResourceFrame>
  )
}
