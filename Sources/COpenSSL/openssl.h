/* The parts of the system's OpenSSL (libcrypto 3) that Cryptography, and TestKey in VisitsTestSupport, use. */
#pragma once
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
