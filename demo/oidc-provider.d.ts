// The part of oidc-provider that the local provider of single sign-on stands on.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Prompt = { uid: string; params: Record<string, unknown> }
  class Grant {
    constructor(of: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  type Session = { accountId?: string }
  export type Context = {
    body: string
    status: number
    type: string
    oidc: { client: { clientId: string }; session: Session; provider: Provider }
  }
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: typeof Grant
    callback(): (req: IncomingMessage, res: ServerResponse) => void
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Prompt>
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>
  }
}
