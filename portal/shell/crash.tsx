import { Component, type ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'

interface Props {
  /** Another value shows the children again: the address, so that other screens stay reachable. */
  resetKey: string
  children: ComponentChildren
}

/** Contains a fault of ours in one screen: the rest of the page stays usable. */
export class CrashBoundary extends Component<Props, { crashed?: string }> {
  override componentDidCatch(error: unknown): void {
    console.error(error)
    this.setState({ crashed: this.props.resetKey })
  }

  override render() {
    if (this.state.crashed !== this.props.resetKey) return this.props.children
    return (
      <div role="alert">
        <Notice
          tone="bad"
          title="This screen failed. Nothing was changed."
          actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
        >
          If it happens again, report what you did before it.
        </Notice>
      </div>
    )
  }
}
