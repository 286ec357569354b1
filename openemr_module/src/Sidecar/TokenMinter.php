<?php

/**
 * Makes the signed one-use token of one call to the service: who asks, for which patient, with which permissions.
 *
 * A JSON Web Token, HS256 (RFC 7515, RFC 7519), with an explicit type (RFC 8725, 3.11). It holds no name and no secret.
 */

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Sidecar;

use Closure;
use InvalidArgumentException;

final class TokenMinter
{
    public const ISSUER = 'oe-module-arbiter-fhir';
    public const AUDIENCE = 'arbiter-fhir';
    public const TYPE = 'arbiter-panel+jwt';
    public const LIFE_SECONDS = 60;

    /**
     * @param string $secret 64 hexadecimal digits; the text itself is the key, as in the service's secret file
     * @param string $site the OpenEMR site's name
     * @param Closure(): int|null $clock gives the present Unix time
     */
    public function __construct(
        private readonly string $secret,
        private readonly string $site,
        private readonly ?Closure $clock = null,
    ) {
    }

    /**
     * A token for exactly one call.
     *
     * @param int $userId the user's number in `users`; 0 is the site itself (its scheduled tasks)
     * @param int|null $patientId the one patient it opens; null opens what belongs to no single patient
     * @param list<Scope> $scopes
     */
    public function mint(int $userId, ?int $patientId, array $scopes, Openings $openings): string
    {
        if ($userId < 0 || ($patientId !== null && $patientId < 1) || $scopes === []) {
            throw new InvalidArgumentException('A token needs a user, a patient above zero or none, and a scope.');
        }
        $now = $this->clock === null ? time() : ($this->clock)();
        $claims = [
            'iss' => self::ISSUER,
            'aud' => self::AUDIENCE,
            'site' => $this->site,
            'sub' => "users:$userId",
            'pid' => $patientId,
            'scopes' => array_map(static fn (Scope $scope): string => $scope->value, $scopes),
            'categories' => $openings->categories,
            'chart' => $openings->parts,
            'iat' => $now,
            'exp' => $now + self::LIFE_SECONDS,
            'jti' => bin2hex(random_bytes(16)),
        ];
        $signed = self::encoded(['alg' => 'HS256', 'typ' => self::TYPE]) . '.' . self::encoded($claims);
        return $signed . '.' . self::base64Url(hash_hmac('sha256', $signed, $this->secret, true));
    }

    /**
     * @param array<string, mixed> $part
     */
    private static function encoded(array $part): string
    {
        return self::base64Url(json_encode($part, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES));
    }

    private static function base64Url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
